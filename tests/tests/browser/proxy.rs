//! The server behind a reverse proxy with TLS, as its manual says.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tests::programs::{self, Running};

use super::player::{self, Setting};
use super::table::play;
use super::window::Look;

/// More than nginx takes to start on the slowest machine.
const START: Duration = Duration::from_secs(60);

/// Starts of nginx of which one gets its port.
const STARTS: usize = 10;

/// nginx: that of the system, or the one that `scripts/setup-packages` unpacks.
fn nginx() -> Option<PathBuf> {
    let unpacked = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/nginx/usr/sbin/nginx");
    let places = [Path::new("/usr/sbin/nginx"), &unpacked];
    programs::find("nginx").or_else(|| places.into_iter().find(|file| file.is_file()).map(Path::to_path_buf))
}

/// The manual's example for nginx, with the address of a server.
fn example(server: &str) -> String {
    let manual = include_str!("../../../docs/server.md");
    let example = manual.split("```nginx\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    assert!(example.contains("http://127.0.0.1:8642"), "{example}");
    example.replace("http://127.0.0.1:8642", server)
}

/// Makes a certificate for `localhost`.
fn certify(folder: &Path) {
    let certificate = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
    let files = ["-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "certificate.pem"];
    let made = Command::new("openssl").args(certificate).args(files).current_dir(folder).output().expect("openssl");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
}

/// Configuration of nginx at a port, in front of a server.
fn configuration(port: u16, server: &str) -> String {
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary: String = temporary.iter().map(|kind| format!("{kind}_temp_path tmp;\n")).collect();
    let location = example(server);
    format!(
        "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n\
         access_log off;\n{temporary}server {{\nlisten 127.0.0.1:{port} ssl;\nssl_certificate certificate.pem;\n\
         ssl_certificate_key key.pem;\n{location}}}\n}}\n"
    )
}

/// Starts nginx at a free port, with a certificate of its own. Its address and the program.
///
/// Where another program has taken the port meanwhile, nginx ends: then it is started again, at another port.
fn start(nginx: &Path, folder: &Path, server: &str) -> (String, Running) {
    certify(folder);
    for start in 1..=STARTS {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a free port").port();
        fs::write(folder.join("nginx.conf"), configuration(port, server)).expect("a file");
        let name = format!("nginx-{start}");
        let mut command = Command::new(nginx);
        command.arg("-p").arg(folder).args(["-c", "nginx.conf", "-e", "stderr"]);
        let mut running = Running::start(&mut command, folder, &name);
        let process = running.id().to_string();
        // nginx writes the number of its process when it listens.
        let listens = programs::wait_for(START, || match fs::read_to_string(folder.join("nginx.pid")) {
            Ok(text) if text.trim() == process => Some(true),
            _ => running.wait(Duration::ZERO).map(|_| false),
        });
        let errors = folder.join(&name).with_extension("err");
        match listens {
            Some(true) => return (format!("https://localhost:{port}"), running),
            Some(false) => eprintln!("{}: {:?}", errors.display(), fs::read_to_string(&errors)),
            None => panic!("{}: nginx does not listen: {:?}", errors.display(), fs::read_to_string(&errors)),
        }
    }
    panic!("nginx has got no port in {STARTS} starts");
}

#[test]
fn a_game_is_played_through_a_proxy_with_tls() {
    let Some(nginx) = nginx() else {
        return programs::skipped("proxy", "nginx not installed (scripts/setup-packages)");
    };
    if !programs::installed("proxy", &["openssl"]) {
        return;
    }
    play("proxy", async |table| {
        let (address, _nginx) = start(&nginx, &table.folder, &table.address());
        table.kill_server();
        table.restart_server(&["--origin", &address, "--behind-proxy"]);
        let window = table.window_at(address, Look::DESK).await;
        player::begin(&window, "chess", "Play the engine", Setting::default()).await;
        assert!(player::waits_for_turn(&window).await);
        window.step("e2", "e4").await;
        window.until("an answer", "return document.querySelectorAll('#moves .ply').length === 2;", Vec::new()).await;
        window.is_clean().await;
    });
}
