//! The server behind a reverse proxy with TLS, as its manual says.

use std::env;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use tests::programs::{self, Running};

use super::player::{self, Setting};
use super::table::play;
use super::window::Look;

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

/// Starts nginx at a free port, with a certificate of its own. Its address and the program.
fn start(nginx: &Path, folder: &Path, server: &str) -> (String, Running) {
    let certificate = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
    let files = ["-subj", "/CN=localhost", "-keyout", "key.pem", "-out", "certificate.pem"];
    let made = Command::new("openssl").args(certificate).args(files).current_dir(folder).output().expect("openssl");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let port = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a free port").port();
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    let temporary: String = temporary.iter().map(|kind| format!("{kind}_temp_path tmp;\n")).collect();
    let location = example(server);
    let configuration = format!(
        "daemon off;\nmaster_process off;\npid nginx.pid;\nerror_log stderr;\nevents {{}}\nhttp {{\n\
         access_log off;\n{temporary}server {{\nlisten 127.0.0.1:{port} ssl;\nssl_certificate certificate.pem;\n\
         ssl_certificate_key key.pem;\n{location}}}\n}}\n"
    );
    fs::write(folder.join("nginx.conf"), configuration).expect("a file");
    let mut command = Command::new(nginx);
    command.arg("-p").arg(folder).args(["-c", "nginx.conf", "-e", "stderr"]);
    (format!("https://localhost:{port}"), Running::start(&mut command, folder, "nginx"))
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
