//! The command line of the real program, and the commands for a person at a terminal.

use std::fs;
use std::io::Read;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use engine::game::Game;
use engine::variants::{Chess, TwoPlayerVariant, Variant};
use protocol::layout::LAYOUTS;
use tests::dialogue::Dialogue;
use tests::programs::{build, empty_folder, match_runner, motley, wait_for};

/// Time in which a program whose output is closed has ended on the slowest machine.
const LIMIT: Duration = Duration::from_secs(240);

fn run(arguments: &[&str]) -> Output {
    Command::new(motley()).args(arguments).stdin(Stdio::null()).output().expect("motley starts")
}

fn text(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("the output is text")
}

#[test]
fn help_and_version() {
    let help = run(&["--help"]);
    assert!(help.status.success());
    for word in ["bench", "demo", "--log", "XBoard", "UCI"] {
        assert!(text(&help).contains(word), "{word}");
    }
    let listed = text(&help);
    let commands: Vec<&str> =
        listed.lines().skip_while(|line| *line != "Commands:").take_while(|line| !line.is_empty()).collect();
    assert!(commands.len() > 5 && commands.iter().all(|line| line.len() <= 80), "{listed}");
    let version = run(&["--version"]);
    assert!(version.status.success() && text(&version).starts_with("motley "));
}

#[test]
fn wrong_arguments_are_refused() {
    for arguments in [
        &["play", "--time", "soon"][..],
        &["play", "--time", "5+3", "--movetime", "100"],
        &["play", "atomic"],
        &["play", "keyles", "--variant", "keyles"],
        &["bench", "x"],
        &["bench", "0"],
        &["demo", "--variant", "atomic"],
        &["show", "--variant", "atomic"],
        &["show", "--backdrop"],
        &["--log"],
        &["--notation", "san"],
        &["--xboard-config=atomic"],
        &["--xboard-config", "show"],
        &["--pictures", "/nowhere"],
        &["completions", "cmd.exe"],
        &["show", "--fen", "x"],
        &["show", "--fen", "x", "--svg", "/nowhere/board.svg"],
        &["play", "--fen", "x"],
        &["play", "--seats", "x"],
        &["play", "--side", "red"],
        &["play", "--option", "Foo=1"],
        &["play", "--option", "Hash=0"],
        &["play", "--option", "UCI_Variant=quex"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
    for arguments in [
        &["--log", "/nowhere/at/all"][..],
        &["play", "--load", "/nowhere/game.pgn"],
        &["play", "--option", "EvalFile=/nowhere/network"],
    ] {
        assert_eq!(run(arguments).status.code(), Some(1), "{arguments:?}");
    }
}

#[test]
fn a_game_is_named_with_an_option_or_without() {
    let by_option = run(&["play", "--variant", "keyles"]);
    let alone = run(&["play", "keyles"]);
    assert!(alone.status.success(), "{alone:?}");
    assert!(text(&alone).contains("10  . . ."), "{alone:?}");
    assert_eq!(text(&alone), text(&by_option));
}

#[test]
fn wrong_arguments_are_named_with_what_is_wanted() {
    let whole = "must be a whole number of milliseconds";
    for (arguments, complaint) in [
        (&["play", "--movetime", "abc"][..], whole),
        (&["demo", "--movetime", "1.5"], whole),
        (&["demo", "--moves", "many"], "the number of moves must be a whole number from 0 to "),
        (&["bench", "x"], "the number of plies must be a whole number from 1 to 127"),
        (&["play", "--option", "Skill Level 5"], "no option is called \"Skill Level 5\"; write NAME=VALUE"),
        (&["--log", "/nowhere/at/all"], "motley: the log /nowhere/at/all: No such file"),
        (&["play", "--log", "/nowhere/at/all"], "motley: the log /nowhere/at/all: No such file"),
    ] {
        let complaints = String::from_utf8_lossy(&run(arguments).stderr).into_owned();
        assert!(complaints.contains(complaint), "{arguments:?}: {complaints}");
    }
}

#[test]
fn an_empty_input_ends_the_program_without_output() {
    let output = run(&[]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
}

#[test]
fn the_bench_prints_its_signature() {
    let (first, second) = (text(&run(&["bench", "4"])), text(&run(&["bench", "4"])));
    let signature = |text: &str| -> u64 {
        text.lines().find_map(|line| line.strip_prefix("Bench: ")).and_then(|nodes| nodes.parse().ok()).unwrap()
    };
    let nodes = signature(&first);
    assert!(nodes > 0, "{first}");
    assert_eq!(nodes, signature(&second));
    for variant in ["chess", "knightrelay"] {
        let positions = first.lines().filter(|line| line.split_whitespace().nth(1) == Some(variant)).count();
        assert!(positions >= 20, "{variant}: {positions}");
    }
    let mut engine = Dialogue::start();
    engine.send("bench 4");
    assert_eq!(engine.until("Bench: "), format!("Bench: {nodes}"));
    engine.quit();
}

#[test]
fn the_last_line_of_the_bench_is_what_openbench_reads() {
    let output = text(&run(&["bench", "2"]));
    assert!(output.is_ascii());
    let last: Vec<&str> = output.lines().last().unwrap().split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = last[..] else { panic!("{output}") };
    assert!(nps.parse::<u64>().is_ok_and(|nps| nps > 0), "{output}");
    assert!(output.lines().any(|line| line == format!("Bench: {nodes}")), "{output}");
}

#[test]
fn the_demo_draws_a_game() {
    let output = run(&["demo", "--variant", "knightrelay", "--moves", "3", "--movetime", "5"]);
    assert!(output.status.success());
    let text = text(&output);
    assert_eq!(text.matches("a b c d e f g h").count(), 7, "the start and six plies: {text}");
    assert!(text.lines().last().unwrap().starts_with('*'), "{text}");
}

#[test]
fn a_position_is_shown_with_letters_or_as_a_picture() {
    let shown = text(&run(&["show", "--variant", "kaleido", "--fen", "RW9/11/11/11/rw9/11/11/11/1 b - 1B-1A 0 1"]));
    assert!(shown.contains("[5B w]") && shown.contains("3F .") && shown.contains("side: Black"), "{shown}");
    assert_eq!(text(&run(&["show"])).replace(' ', "").lines().next(), Some("8rnbqkbnr"));

    let file = empty_folder(env!("CARGO_TARGET_TMPDIR"), "show").join("board.svg");
    let output = run(&["show", "--variant", "kaleido", "--svg", file.to_str().unwrap()]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
    let picture = fs::read_to_string(&file).expect("there is a picture");
    assert!(picture.starts_with("<svg ") && picture.trim_end().ends_with("</svg>") && picture.contains("3F"));
}

#[test]
fn pictures_of_pieces_have_the_names_that_xboard_looks_for() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "show-pieces").join("new").join("quex");
    let output = run(&["show", "--variant", "quex", "--pieces", folder.to_str().unwrap()]);
    assert!(output.status.success() && output.stdout.is_empty() && output.stderr.is_empty());
    let mut names: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!((names.len(), names[0].as_str(), names[21].as_str()), (22, "BlackAdvisor.svg", "WhiteSword.svg"));
}

#[test]
fn what_cannot_be_shown_is_said() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "show-wrong");
    let nowhere = folder.join("nowhere").join("board.svg");
    let (folder, nowhere) = (folder.to_str().unwrap(), nowhere.to_str().unwrap());
    let faulty = "RW9/11/11/11/rx9/11/11/11/1 w - - 0 1";
    for (arguments, status, complaint) in [
        (&["--fen", "8/8"][..], 2, "rank"),
        (&["--variant", "kaleido", "--fen", faulty], 2, "sector 5: 'x' is no piece"),
        (&["--variant", "kaleido", "--fen", ""], 2, "missing"),
        (&["--svg", nowhere], 1, "No such file or directory"),
        (&["--svg", folder], 1, "Is a directory"),
        (&["--svg", nowhere, "--backdrop"], 1, "chess needs no backdrop"),
        (&["--pieces", "/dev/null/pieces"], 1, "Not a directory"),
    ] {
        let output = run(&[&["show"], arguments].concat());
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(status) && output.stdout.is_empty(), "{arguments:?}: {output:?}");
        assert!(complaints.contains(complaint), "{arguments:?}: {complaints}");
    }
}

#[test]
fn moves_are_written_as_the_inventor_does_if_asked_for() {
    let arguments = ["demo", "--variant", "quex", "--moves", "2", "--movetime", "5", "--notation", "inventor"];
    let shown = text(&run(&arguments));
    let moves: Vec<&str> =
        shown.lines().filter(|line| line.contains("(depth ")).filter_map(|line| line.split(' ').nth(1)).collect();
    assert!(moves.len() == 4 && moves.iter().all(|mv| mv.len() == 4 && mv.parse::<u32>().is_ok()), "{shown}");

    let mut engine = Dialogue::with_arguments(&["--notation", "inventor"]);
    engine.send("variant quex\nforce\n2434\nmoves");
    assert!(engine.read().split(' ').skip(1).all(|mv| mv.len() == 4 && mv.parse::<u32>().is_ok()));
    engine.send("option Notation=plain\nmoves");
    assert!(engine.read().contains(" e8e7 "));
    engine.quit();
}

#[test]
fn guis_are_told_how_to_start_the_program() {
    let program = motley().canonicalize().expect("the program is somewhere");
    let folder = format!("-fd \"{}\"", program.parent().unwrap().display());
    let all = text(&run(&["--xboard-config"]));
    assert_eq!(all.lines().filter(|line| line.starts_with('#')).count(), 5, "{all}");
    let played = LAYOUTS.iter().filter(|layout| layout.is_played()).count();
    assert_eq!(all.matches(&folder).count(), 3 * played, "two lists and the settings: {all}");
    for part in ["xboard", "winboard", "cutechess", "gnome-chess"] {
        let part = text(&run(&[&format!("--xboard-config={part}")]));
        assert!(all.contains(&part) && !part.contains('#'), "{part}");
    }
    let entry = text(&run(&["--xboard-config=cutechess"]));
    assert!(entry.contains(&format!("\"command\": \"{}\"", program.display())), "{entry}");

    let pictures = empty_folder(env!("CARGO_TARGET_TMPDIR"), "pictures").join("new");
    let words = text(&run(&["--xboard-config=kaleido", "--pictures", pictures.to_str().unwrap()]));
    let words: Vec<&str> = words.lines().collect();
    let value = |option: &str| words.iter().skip_while(|&&word| word != option).nth(1).copied().expect("it is set");
    assert_eq!((value("-variant"), value("-autoFlipView")), ("kaleido", "false"));
    assert!(fs::metadata(value("-liteBackTextureFile")).is_ok_and(|file| file.len() > 10_000));
    assert_eq!(fs::read_dir(value("-pieceImageDirectory")).expect("there are pictures").count(), 19);
    assert_eq!(fs::read_dir(&pictures).expect("there are pictures").count(), 1, "of the game alone");

    let output = run(&["--xboard-config=kaleido4"]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0));
    let refusal = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(refusal.contains("XBoard seats two players") && refusal.contains("UCI_Variant kaleido4"), "{refusal}");
    assert!(refusal.contains("`motley play --variant kaleido4`"), "{refusal}");
    for game in ["circe", "dunsany", "monster", "progressive"] {
        let output = run(&[&format!("--xboard-config={game}")]);
        let refusal = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{game}");
        assert!(
            refusal.contains(&format!("XBoard does not play {game}: it "))
                && refusal.contains(&format!("--variant {game}`")),
            "{refusal}"
        );
    }
    let output = run(&["--xboard-config=chess", "--pictures", "/dev/null/pictures"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty() && String::from_utf8_lossy(&output.stderr).contains("Not a directory"));
}

#[test]
fn the_list_of_games_has_a_line_for_each() {
    let text = text(&run(&["variants"]));
    let names: Vec<&str> = text.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, Variant::NAMES);
    let for_two = self::text(&run(&["variants", "--for-two"]));
    let names: Vec<&str> = for_two.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names, TwoPlayerVariant::NAMES);
    let for_xboard = self::text(&run(&["variants", "--for-xboard"]));
    let names: Vec<&str> = for_xboard.lines().filter_map(|line| line.split_whitespace().next()).collect();
    let played: Vec<&str> = LAYOUTS.iter().filter(|layout| layout.is_played()).map(|layout| layout.variant).collect();
    assert_eq!(names, played);
    assert!(text.lines().all(|line| line.split_whitespace().count() >= 3), "name, family, title: {text}");
}

#[test]
fn there_are_manual_pages_and_completions() {
    let page = text(&run(&["man"]));
    assert!(page.contains(".TH motley 1") && page.contains("xboard") && page.contains("motley\\-show(1)"), "{page}");
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "man").join("man1");
    assert!(run(&["man", folder.to_str().unwrap()]).status.success());
    let show = fs::read_to_string(folder.join("motley-show.1")).expect("each command has a page");
    let names_every_game = |text: &str| Variant::NAMES.into_iter().all(|name| text.contains(name));
    assert!(names_every_game(&show) && show.contains("\\-\\-svg"), "{show}");
    assert!(folder.join("motley.1").is_file());
    for (shell, sign) in [("bash", "complete -F _motley"), ("zsh", "#compdef motley"), ("fish", "complete -c motley")] {
        let script = text(&run(&["completions", shell]));
        assert!(script.contains(sign) && names_every_game(&script) && script.contains("xboard-config"), "{shell}");
    }
}

#[test]
fn the_log_has_both_sides_of_the_dialogue() {
    let file = empty_folder(env!("CARGO_TARGET_TMPDIR"), "log").join("dialogue.log");
    let mut engine = Dialogue::with_arguments(&["--log", file.to_str().unwrap()]);
    engine.send("uci\nposition startpos\ngo depth 2");
    let best = engine.until("bestmove ");
    engine.quit();
    let log = fs::read_to_string(&file).expect("there is a log");
    for line in ["< uci", "> uciok", "< go depth 2", &format!("> {best}"), "< quit"] {
        assert!(log.lines().any(|logged| logged.ends_with(line)), "{line}: {log}");
    }
    let times: Vec<f64> =
        log.lines().skip(1).map(|line| line.trim().split(' ').next().unwrap().parse().unwrap()).collect();
    assert!(times.len() > 10);
}

#[test]
fn two_engines_share_a_log() {
    let file = empty_folder(env!("CARGO_TARGET_TMPDIR"), "shared-log").join("both.log");
    let mut engines = [0; 2].map(|_| Dialogue::with_arguments(&["--log", file.to_str().unwrap()]));
    for round in 0..20 {
        for (number, engine) in engines.iter_mut().enumerate() {
            engine.send(&format!("ping {number}{round}"));
            engine.until("pong ");
        }
    }
    engines.into_iter().for_each(Dialogue::quit);
    let log = fs::read_to_string(&file).expect("there is a log");
    assert_eq!((log.matches("# process ").count(), log.matches(" > pong ").count()), (2, 40), "{log}");
}

#[test]
fn a_match_tells_the_time_that_has_passed() {
    let words = "--variant chess --each movetime=0.05 --engine alphabeta --engine random --pairs 1 \
                 --adjudicate longest=10 --concurrency 500";
    let began = Instant::now();
    let output = Command::new(match_runner()).args(words.split(' ')).output().expect("match starts");
    let passed = began.elapsed().as_secs_f64();
    let told = text(&output);
    let line = told.lines().find(|line| line.contains(" s: the players thought for ")).expect("the time is told");
    let seconds: f64 = line.split(' ').next().and_then(|word| word.parse().ok()).expect("a number");
    // It is rounded to tenths.
    assert!(seconds > 0.0 && seconds <= passed + 0.1, "{passed} s have passed: {line}");
}

#[test]
fn a_suite_of_which_nothing_is_compared_is_no_silent_success() {
    let file = empty_folder(env!("CARGO_TARGET_TMPDIR"), "suite").join("suite.epd");
    fs::write(&file, format!("{} ;D1 20\n", Chess::start())).expect("a file");
    let suite = file.to_str().expect("a path in UTF-8");
    let compared = |most: &str| {
        let arguments = ["--variant", "chess", "--suite", suite, "--max-nodes", most];
        let output = Command::new(build("perft")).args(arguments).output().expect("perft starts");
        assert!(output.status.success());
        (text(&output).lines().last().map(str::to_string), String::from_utf8(output.stderr).expect("a text"))
    };
    let warning = "perft: nothing was compared: --max-nodes 0 leaves out every known count\n";
    assert_eq!(compared("0"), (Some("0 passed, 0 failed".to_string()), warning.to_string()));
    assert_eq!(compared("20"), (Some("1 passed, 0 failed".to_string()), String::new()));
}

#[test]
fn a_depth_at_which_nothing_is_solved_is_refused() {
    let solve = build("solve");
    for (arguments, reason) in [
        (&["--depth", "0"][..], "--depth 0: for wins of the side to move it must be at least 1"),
        (&["--depth", "0", "--opponent"], "--depth 0: for wins of the opponent it must be at least 2"),
        (&["--depth", "1", "--opponent"], "--depth 1: for wins of the opponent it must be at least 2"),
    ] {
        let output = Command::new(&solve).args(["--hash", "1"]).args(arguments).output().expect("solve starts");
        assert_eq!((output.status.code(), text(&output).as_str()), (Some(1), ""), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("solve: {reason}\n"));
    }
}

#[test]
fn a_number_of_pieces_that_no_position_has_is_refused() {
    let generation = build("generation");
    let words = ["--variant", "chess", "--step", "100", "--seed", "18446744073709551615"];
    let output = Command::new(generation).args(words).output().expect("generation starts");
    assert_eq!((output.status.code(), text(&output).as_str()), (Some(1), ""));
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told, "generation: --step 100: no position of the random games has so many pieces\n");
}

#[test]
fn numbers_that_no_fit_can_use_are_refused() {
    let tune = build("tune");
    for (option, values, reason) in [
        ("--lambda", &["nan", "-0.1", "1.1"][..], "it must lie between 0 and 1"),
        ("--stiffness", &["nan", "inf", "1e999", "-2"], "it must be finite and not negative"),
    ] {
        for value in values {
            let fit = ["fit", "--variant", "chess", &format!("{option}={value}"), "/nowhere.games"];
            let output = Command::new(&tune).args(fit).output().expect("tune starts");
            let complaint = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{option} {value}: {complaint}");
            assert!(complaint.contains(option) && complaint.contains(reason), "{option} {value}: {complaint}");
        }
    }
}

#[test]
fn files_that_a_fit_or_a_training_cannot_write_are_named_before_the_games_are_read() {
    let tune = build("tune");
    let network = concat!(env!("CARGO_TARGET_TMPDIR"), "/tune.network");
    for (task, written, named) in [
        ("fit", &["--state", "/nowhere/state"][..], "/nowhere/state"),
        ("network", &["--state", "/nowhere/state", "--output", network], "/nowhere/state"),
        ("network", &["--output", "/nowhere/network"], "/nowhere/network"),
    ] {
        let words = [task, "--variant", "chess", "/nowhere/games"];
        let output = Command::new(&tune).args(words).args(written).output().expect("tune starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{task}: {complaint}");
        assert!(complaint.starts_with(&format!("tune: {named}: ")), "{task}: {complaint}");
    }
}

#[test]
fn a_closed_stdout_ends_the_program_quietly() {
    for arguments in [&[][..], &["bench", "12"], &["demo", "--movetime", "5"]] {
        let mut command = Command::new(motley());
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("motley starts");
        drop(child.stdout.take());
        let stdin = child.stdin.take();
        if arguments.is_empty() {
            // Stdin stays open: the answer that cannot be given is what ends the program.
            std::io::Write::write_all(&mut stdin.as_ref().unwrap(), b"uci\nisready\n").expect("motley listens");
        }
        let status = wait_for(LIMIT, || child.try_wait().expect("a child can be waited for"));
        let status = status.unwrap_or_else(|| {
            child.kill().expect("a child can be killed");
            panic!("{arguments:?}: the program goes on");
        });
        let mut complaints = String::new();
        child.stderr.take().unwrap().read_to_string(&mut complaints).unwrap();
        assert!(status.success() && complaints.is_empty(), "{arguments:?}: {status} {complaints}");
    }
}

#[test]
fn nothing_is_said_to_a_program_that_has_not_asked() {
    let mut engine = Dialogue::start();
    engine.send("fen");
    assert_eq!(engine.read(), format!("fen {}", Chess::start()));
    engine.send("play");
    assert_eq!(engine.read(), "Error (needs a terminal: use `motley play`): play");
    engine.quit();
}

#[test]
fn a_person_at_a_terminal() {
    let mut engine = Dialogue::start();
    engine.send("show");
    let shown = engine.through("checkers: ");
    assert_eq!(shown[0].replace(' ', ""), "8rnbqkbnr");
    assert!(shown.contains(&format!("fen: {}", Chess::start())) && shown.contains(&"side: White".to_string()));
    engine.send("variant knightrelay\nshow");
    engine.until("relayed: ");
    engine.send("variant keyles\nshow");
    engine.until("captured: -");
    engine.send("new\nmoves");
    assert_eq!(engine.read().split(' ').count(), 21);
    engine.send("moves G1");
    assert_eq!(engine.read(), "moves g1f3 g1h3");
    engine.send("eval");
    let terms = engine.through("evaluation: White ");
    assert!(terms.iter().any(|line| line.starts_with("material")), "{terms:?}");
    assert!(terms.iter().any(|line| line.starts_with("value of each piece (pawns)")), "{terms:?}");
    engine.send("help");
    assert!(engine.read().starts_with("Motley "));
    assert!(engine.until("level ").starts_with("level MOVES MINUTES[:SECONDS] INCREMENT "));
    engine.quit();
}

#[test]
fn the_evaluation_says_what_each_piece_is_worth() {
    let mut engine = Dialogue::start();
    engine.send("eval");
    let lines = engine.through("evaluation: White ");
    let worth = |piece: &str| -> f64 {
        let words: Vec<&str> = lines.iter().flat_map(|line| line.split_whitespace()).collect();
        let at = words.iter().position(|word| *word == piece).unwrap_or_else(|| panic!("{piece}: {lines:?}"));
        words[at + 1].parse().expect("a number of pawns")
    };
    // A rook that may castle, too; kings are not removable.
    for (more, less) in [("Qd1", "Ra1"), ("Ra1", "Bc1"), ("Ng1", "Pe2"), ("Qd8", "Rh8"), ("Bf8", "Pd7")] {
        assert!(worth(more) > worth(less) && worth(less) > 0.0, "{more}, {less}: {lines:?}");
    }
    let pieces = lines.iter().skip_while(|line| !line.starts_with("value of each piece"));
    assert!(!pieces.flat_map(|line| line.split_whitespace()).any(|word| word == "Ke1" || word == "Ke8"), "{lines:?}");
    engine.quit();
}

#[test]
fn counts() {
    let mut engine = Dialogue::start();
    engine.send("perft 4");
    assert_eq!(engine.read(), "nodes 197281");
    engine.send("divide 2");
    let lines = engine.through("nodes 400");
    assert!(lines.contains(&"e2e4: 20".to_string()) && lines.iter().filter(|line| line.contains(": ")).count() == 20);
    engine.send("perft 0");
    assert_eq!(engine.until("nodes"), "nodes 1");
    engine.send("uci");
    engine.until("uciok");
    engine.send("setoption name UCI_Variant value knightrelay\nperft 3");
    assert_eq!(engine.until("nodes"), "nodes 24044");
    for (variant, count) in [("quex", 90_622), ("keyles", 90_626)] {
        engine.send(&format!("setoption name UCI_Variant value {variant}\nperft 3"));
        assert_eq!(engine.until("nodes"), format!("nodes {count}"));
        engine.send("divide 1");
        assert_eq!(engine.through("nodes 44").len(), 46, "the time of the first count, and 44 moves");
        engine.send("eval");
        engine.until("evaluation: White ");
    }
    engine.quit();
}

#[test]
fn lines_behind_a_count_wait_for_it() {
    let mut engine = Dialogue::start();
    engine.send("perft 5\nforce\ne2e4\nperft 5\nfen\nquit");
    engine.close();
    assert!(engine.wait().success());
    let lines: Vec<String> = engine.rest().into_iter().filter(|line| !line.starts_with("time")).collect();
    assert_eq!(
        lines,
        ["nodes 4865609", "nodes 9771632", "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"]
    );
}

#[test]
fn a_ping_during_a_count_overtakes_no_other_line() {
    let mut engine = Dialogue::cecp();
    engine.send("force\nperft 30\nping 1");
    assert_eq!(engine.read(), "pong 1", "nothing is waiting before it");
    engine.send("fen\nping 2\n?");
    assert_eq!(engine.read(), format!("fen {}", Chess::start()));
    assert_eq!(engine.read(), "pong 2");
    engine.quit();
}

#[test]
fn a_count_without_end_can_be_stopped() {
    let mut engine = Dialogue::start();
    engine.send("perft 30");
    assert!(engine.so_far().is_empty());
    engine.send("?\nfen");
    assert_eq!(engine.read(), format!("fen {}", Chess::start()));
    engine.quit();
}

#[test]
fn either_word_ends_a_count_in_every_dialect() {
    let starts: [fn() -> Dialogue; 3] = [Dialogue::start, Dialogue::cecp, || Dialogue::uci("chess")];
    for start in starts {
        let mut engine = start();
        for word in ["stop", "?"] {
            engine.send(&format!("perft 30\n{word}\nfen"));
            assert_eq!(engine.read(), format!("fen {}", Chess::start()), "{word}");
        }
        engine.quit();
    }
}

#[test]
fn isready_before_a_dialect_is_chosen_leaves_a_count_alone() {
    let mut engine = Dialogue::start();
    engine.send("perft 5\nisready");
    assert_eq!(engine.until("nodes "), "nodes 4865609");
    engine.quit();
}

#[test]
fn a_stop_during_a_count_also_ends_the_search_that_waits_for_it() {
    for word in ["stop", "?"] {
        let mut engine = Dialogue::uci("kaleido");
        engine.send(&format!("perft 30\ngo infinite\n{word}"));
        let lines = engine.through("bestmove ");
        assert!(!lines.iter().any(|line| line.contains("Error")), "{word}: {lines:?}");
        engine.quit();
        let mut engine = Dialogue::cecp();
        engine.send(&format!("st 1000\nperft 30\ngo\n{word}"));
        assert!(engine.read().starts_with("move "), "{word}");
        engine.quit();
    }
}

#[test]
fn a_hash_table_that_is_too_large_is_refused() {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v 4000000; exec \"$0\""]).arg(motley());
    let mut engine = Dialogue::with_command(command);
    engine.send("st 1000\ngo\nmemory 60000");
    assert_eq!(engine.read(), "Error (not enough memory): memory 60000");
    engine.send("?");
    engine.until("move ");
    engine.quit();
}
