//! Engine with one fault, for the tests of the referee: `bad_engine FAULT [uci]`. Without the fault it plays a knight
//! out and back for ever, which is legal at the beginning of chess until a repetition is claimed. By UCI it also plays
//! three moves of a pawn in KaleidoChess for four.

use std::io::{self, BufRead, ErrorKind, Write};
use std::process::{Command, exit};
use std::thread;
use std::time::Duration;

/// Longer than any time limit.
const FOR_EVER: Duration = Duration::from_secs(1000);

/// Moves of the start position of chess, but for `e2e4`; in its place stands `e2e5`, which is illegal.
const WRONG_MOVES: &str = "\
    a2a3 a2a4 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e5 f2f3 f2f4 g2g3 g2g4 h2h3 h2h4 b1a3 b1c3 g1f3 g1h3";

struct Engine {
    fault: String,
    uci: bool,
    /// Moves made, and whether as Black.
    made: usize,
    black: bool,
    /// In KaleidoChess for four the seat.
    seat: Option<usize>,
    forced: bool,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let fault = arguments.next().unwrap_or_default();
    let uci = arguments.next().is_some();
    let mut engine = Engine { fault, uci, made: 0, black: false, seat: None, forced: true };
    engine.at_start();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { return };
        engine.hear(&line);
    }
    if engine.fault == "ignores-quit" {
        thread::sleep(FOR_EVER);
    }
}

impl Engine {
    fn at_start(&self) {
        match self.fault.as_str() {
            "exits-at-once" => exit(7),
            "hangs-at-start" => thread::sleep(FOR_EVER),
            "floods-at-start" => flood(),
            _ => {}
        }
    }

    fn hear(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "protover" if !self.uci && self.fault.ends_with("for-ever") => loop {
                say(if self.fault == "greets-for-ever" { "feature debug=1 done=0" } else { "feature debug=1" });
                thread::sleep(Duration::from_millis(50));
            },
            "protover" if !self.uci => {
                let ping = u8::from(self.fault != "claims-without-ping");
                say(&format!("feature done=0\nfeature ping={ping} setboard=1 usermove=1 colors=0"));
                say("feature myname=\"Bad engine\"");
                say(if self.fault == "has-no-end" { "#" } else { "feature done=1" });
            }
            "uci" if self.uci => {
                say("id name Bad engine");
                say("option name UCI_Variant type combo default chess var chess var kaleido4\nuciok");
            }
            "setoption" => self.seat = rest.ends_with("value kaleido4").then_some(0),
            "position" if self.seat.is_some() => {
                self.seat = Some(rest.split(' ').filter(|word| word.contains('-')).count() % 4);
            }
            "ping" if self.fault == "hangs-at-ping" => thread::sleep(FOR_EVER),
            "isready" if self.fault == "hangs-at-ping" => thread::sleep(FOR_EVER),
            "ping" => say(&format!("pong {rest}")),
            "isready" => say("readyok"),
            "new" | "ucinewgame" => (self.made, self.black) = (0, false),
            "force" => self.forced = true,
            "usermove" if self.forced => self.black = !self.black,
            "position" => self.black = rest.contains("moves") && !rest.split(' ').count().is_multiple_of(2),
            "usermove" => self.think(),
            "go" if rest == "perft 1" && self.fault == "lists-wrong-moves" => {
                WRONG_MOVES.split(' ').for_each(|text| say(&format!("{text}: 1")));
                say("\nNodes searched: 20");
            }
            "go" => {
                self.forced = false;
                self.think();
            }
            "?" | "stop" if self.fault == "hangs-until-stopped" => self.play(),
            "draw" if self.fault == "agrees" => say("offer draw"),
            "result" if self.fault == "claims-at-the-end" => say("1-0 {White mates}"),
            "result" if self.fault == "claims-without-ping" => say("1-0 {White mates}\noffer draw"),
            "result" if self.fault == "goes-on" => say("move b8c6\n1-0 {White mates}"),
            "quit" if self.fault == "ignores-quit" => {}
            "quit" => exit(0),
            _ => {}
        }
    }

    fn think(&mut self) {
        // A few moves are played as they should be.
        if self.made < 2 {
            return self.play();
        }
        match self.fault.as_str() {
            "crashes" => {
                eprintln!("out of ideas");
                exit(3);
            }
            "hangs" => thread::sleep(FOR_EVER),
            "hangs-until-stopped" => {}
            "is-late" => {
                thread::sleep(Duration::from_millis(1500));
                self.play();
            }
            "floods" => flood(),
            "floods-with-nothing" => loop {
                say_bytes(&[b'\n'; 4096]);
            },
            "says-garbage" => say_bytes(b"\x01\x02\xff\xfe\n"),
            "never-ends-a-line" => loop {
                say_bytes(&[b'x'; 4096]);
            },
            "moves-illegally" => self.answer("e1e8"),
            "moves-in-words" => self.answer("forward"),
            "moves-twice" => {
                let word = if self.uci { "bestmove" } else { "move" };
                // In one piece, so that the second is heard as soon as the first.
                say(&format!("{word} {}\n{word} a2a3", self.next_move()));
            }
            "claims-a-win" => say(if self.black { "0-1 {Black mates}" } else { "1-0 {White mates}" }),
            "claims-a-draw" => say("1/2-1/2 {Draw by repetition}"),
            "claims-a-loss" => say(if self.black { "1-0 {I give up}" } else { "0-1 {I give up}" }),
            "resigns" => say("resign"),
            "offers" => {
                say("offer draw");
                self.play();
            }
            "offers-late" => {
                let text = self.next_move();
                say(&format!("move {text}\noffer draw"));
            }
            "refuses" => say("Illegal move: b8c6"),
            "closes-stdout" => close_stdout(),
            _ => self.play(),
        }
    }

    /// Plays the knight out, or back.
    fn play(&mut self) {
        let text = self.next_move();
        self.answer(&text);
    }

    fn next_move(&mut self) -> String {
        if let Some(seat) = self.seat {
            let (own, next) = (2 * seat + 1, 2 * seat + 2);
            self.made += 1;
            return [format!("{own}E-{next}I"), format!("{next}I-{next}E"), format!("{next}E-{next}F")]
                [(self.made - 1) % 3]
                .clone();
        }
        let squares = if self.black { ["g8", "f6"] } else { ["g1", "f3"] };
        let (from, to) = if self.made.is_multiple_of(2) { (squares[0], squares[1]) } else { (squares[1], squares[0]) };
        self.made += 1;
        format!("{from}{to}")
    }

    fn answer(&self, text: &str) {
        say(&format!("{} {text}", if self.uci { "bestmove" } else { "move" }));
    }
}

fn say(text: &str) {
    say_bytes(format!("{text}\n").as_bytes());
}

/// The reader may be gone.
fn say_bytes(bytes: &[u8]) {
    let mut stdout = io::stdout().lock();
    let said = stdout.write_all(bytes).and_then(|()| stdout.flush());
    if said.is_err_and(|error| error.kind() == ErrorKind::BrokenPipe) {
        exit(1);
    }
}

fn flood() {
    loop {
        say("# all work and no play makes an engine dull");
    }
}

/// Runs on without a stdout: as a shell can, and a Rust program cannot without more ado.
fn close_stdout() {
    use std::os::unix::process::CommandExt;
    let error = Command::new("sh").args(["-c", "exec >&-; sleep 1000"]).exec();
    eprintln!("{error}");
}
