//! Host: session, options, output, and the one search or task that runs. Both dialects and the terminal client stand on
//! it.

use std::io;
use std::path::Path;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use engine::chance_rng::ChanceRng;
use engine::moves::Move;
use engine::search::{Control, Limits, Progress, Report, Verdict};
use engine::text::Style;
use formats::book::{Book, BookMove};

use crate::book;
use crate::io::output::Output;
use crate::registry;
use crate::session::event::{Event, Job, JobId};
use crate::session::lag::Lag;
use crate::session::networks::Networks;
use crate::session::options::{OptionError, OptionId, Options, file_name};
use crate::session::worker::{Pending, Worker};
use crate::session::{MoveFormat, Session, TaskFn, networks};

/// Running search.
struct Search {
    id: JobId,
    control: Control,
    pending: Pending<Finished>,
    began: Instant,
    /// Of the best line.
    last_report: Option<Report>,
}

/// Result of a search, and when it had it.
struct Finished {
    verdict: Verdict,
    /// Time from [`Limits::began`] to the start of the search.
    waited: Duration,
    ended: Instant,
}

/// Running task: a perft, a bench.
struct Task {
    id: JobId,
    control: Control,
    pending: Pending<()>,
}

/// Wait of a search for the machine, until its answer is written.
#[derive(Clone, Copy)]
struct Unanswered {
    waited: Duration,
    ended: Instant,
}

/// Current game and what the engine is doing.
pub struct Host {
    /// The game.
    pub session: Box<dyn Session>,
    /// Standard output.
    pub out: Output,
    options: Options,
    /// Seed of chance outcomes and of random book moves.
    seed: u64,
    book: Book<'static>,
    events: Sender<Event>,
    worker: Worker,
    last_id: JobId,
    search: Option<Search>,
    task: Option<Task>,
    event_time: Instant,
    lag: Lag,
    unanswered: Option<Unanswered>,
    warnings: Vec<String>,
    networks: Networks,
    /// True if the engine is [prepared](Host::prepare) as it is set now.
    prepared: bool,
}

impl Host {
    /// Host of the default game.
    ///
    /// # Errors
    /// If the system refuses the thread that searches.
    pub fn new(out: Output, events: Sender<Event>, options: Options) -> io::Result<Host> {
        let session = registry::open(registry::NAMES[0]).expect("the registry opens what it names");
        let mut host = Host {
            out,
            options,
            seed: 0,
            book: book::of(session.variant()),
            session,
            events,
            worker: Worker::start()?,
            last_id: 0,
            search: None,
            task: None,
            event_time: Instant::now(),
            lag: Lag::default(),
            unanswered: None,
            warnings: Vec::new(),
            networks: Networks::default(),
            prepared: false,
        };
        host.apply_options();
        Ok(host)
    }

    /// Time of the event that is being answered: when its line was read, or when the search has ended. The engine's
    /// time for what the event asks for runs from then on.
    pub fn event_time(&self) -> Instant {
        self.event_time
    }

    /// Begins the answer to an event that occurred at that time.
    pub fn begin_answer(&mut self, event_time: Instant) {
        self.event_time = event_time;
    }

    /// Ends the answer to an event. If it was the end of a search, all that this move has waited for the machine is
    /// known now.
    pub fn end_answer(&mut self) {
        if let Some(Unanswered { waited, ended }) = self.unanswered.take() {
            self.lag.observe(waited.max(ended.elapsed()));
        }
    }

    /// Takes what the user is to be told about the engine's settings.
    pub fn take_warnings(&mut self) -> Vec<String> {
        std::mem::take(&mut self.warnings)
    }

    /// Prepares the engine for its next search, so that the first one is as fast as the others. A running search is
    /// left alone.
    pub fn prepare(&mut self) {
        if !self.prepared && !self.is_busy() {
            self.prepared = true;
            self.session.with_engine(|engine| engine.prepare());
        }
    }

    /// Applies all options to the engine of a new session.
    fn apply_options(&mut self) {
        self.prepared = false;
        let (method, megabytes) = (self.options.search(), self.options.number(OptionId::Hash) as usize);
        self.session.with_engine(|engine| {
            if engine.set_method(method).is_err() {
                log::warn!("not enough memory for the search that is asked for");
            }
            if engine.set_hash(megabytes).is_err() {
                log::warn!("not enough memory for a table of {megabytes} MB; it is smaller");
            }
        });
        if let Some(network) = self.networks.of(self.session.variant())
            && self.session.set_network(Some(network)).is_err()
        {
            log::warn!("not enough memory for the network of a file; the own one is used");
        }
        self.apply_threads();
        self.apply_seed();
    }

    /// Applies the option `Threads`, as far as the system allows.
    fn apply_threads(&mut self) {
        let threads = self.options.number(OptionId::Threads) as usize;
        let granted = self.session.with_engine(|engine| engine.set_threads(threads));
        if granted < threads {
            let warning = format!("the system refuses {threads} threads; the search goes on with {granted}");
            log::warn!("{warning}");
            self.warnings.push(warning);
        }
    }

    fn apply_seed(&mut self) {
        self.seed = self.options.seed();
        self.session.with_engine(|engine| engine.set_seed(self.seed));
    }

    /// Begins a new game of a variant; `false` if there is none of that name, and then nothing has changed.
    pub fn open(&mut self, variant: &str) -> bool {
        if variant == self.session.variant() {
            self.new_game();
            return true;
        }
        if !registry::names().contains(&variant) {
            return false;
        }
        // What runs ends first: a custom variant is in play once it is opened, and nothing may go on by other rules.
        self.abort();
        let Some(session) = registry::open(variant) else { return false };
        log::info!("the game is {variant}");
        self.book = book::of(session.variant());
        self.session = session;
        self.apply_options();
        true
    }

    /// Begins a new game of the same variant: cleared tables, and a new seed unless the option `Seed` sets one.
    pub fn new_game(&mut self) {
        self.abort();
        self.session.reset();
        self.session.with_engine(|engine| engine.clear());
        self.apply_seed();
    }

    /// Options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Style of moves in the current game.
    pub fn style(&self) -> Style {
        self.options.style(self.session.variant())
    }

    /// Format of moves in the current game, unless a GUI needs another.
    pub fn move_format(&self) -> MoveFormat {
        self.options.move_format(self.session.variant())
    }

    /// Changes an option. A running search ends without a result if the option concerns the search itself, even if the
    /// value proves to be unusable.
    ///
    /// # Errors
    /// If there is no such option, or it does not take the value; no option has changed then.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let before = self.options.clone();
        let id = self.options.set(name, value)?;
        self.prepared &= !matches!(id, OptionId::Hash | OptionId::Search | OptionId::EvalFile);
        let concerns_search = matches!(
            id,
            OptionId::Hash
                | OptionId::Threads
                | OptionId::ClearHash
                | OptionId::Seed
                | OptionId::Search
                | OptionId::EvalFile
        );
        if concerns_search {
            self.abort_search();
        }
        let (method, number) = (self.options.search(), self.options.number(id) as usize);
        let done = match id {
            OptionId::Hash => self.session.with_engine(|engine| engine.set_hash(number)),
            OptionId::Search => self.session.with_engine(|engine| engine.set_method(method)),
            OptionId::Threads => {
                self.apply_threads();
                Ok(())
            }
            OptionId::Seed => {
                self.apply_seed();
                Ok(())
            }
            OptionId::ClearHash => {
                self.session.with_engine(|engine| engine.clear());
                Ok(())
            }
            OptionId::EvalFile => return self.set_eval_file(file_name(value)),
            OptionId::LogFile => return self.out.set_log_file(file_name(value)).map_err(OptionError::File),
            _ => Ok(()),
        };
        done.map_err(|_| {
            self.options = before;
            OptionError::Memory
        })
    }

    /// Reads the network of a file, which replaces the own one of its game; none stands for the own ones of all games.
    fn set_eval_file(&mut self, path: Option<&Path>) -> Result<(), OptionError> {
        let playing = self.session.variant();
        let Some(path) = path else {
            if self.networks.of(playing).is_some() {
                self.session.set_network(None).map_err(|_| OptionError::Memory)?;
            }
            self.networks = Networks::default();
            return Ok(());
        };
        let (variant, network) = networks::read(path).map_err(OptionError::File)?;
        if variant.name() == playing {
            self.session.set_network(Some(network.clone())).map_err(|_| OptionError::Memory)?;
        } else {
            let (file, variant) = (path.display(), variant.name());
            self.warnings.push(format!(
                "{file}: a network for {variant}, not for {playing}; it is used when {variant} is played"
            ));
        }
        self.networks.insert(variant, network);
        Ok(())
    }

    /// Rolls the due chance event by the seed, plays its outcome, and returns the outcome's text; none if no event is
    /// due. A record that does not begin at the start of the game has outcomes of its own: a GUI may send each position
    /// of a game without the moves before it, and then every event is the first of its record.
    pub fn roll_chance(&mut self) -> Option<String> {
        let seed = self.seed ^ self.session.set_up_key().unwrap_or(0);
        let outcome = self.session.roll(ChanceRng::new(seed))?;
        let text = self.session.write_move(outcome, MoveFormat::OWN);
        self.session.play(outcome);
        Some(text)
    }

    /// Book moves of the current position, the best first.
    pub fn book_moves(&self) -> Vec<BookMove> {
        self.book.moves(self.session.key()).filter(|known| self.session.is_legal(known.mv)).collect()
    }

    fn random_book_move(&self) -> Option<Move> {
        let moves = self.book_moves();
        if moves.is_empty() {
            return None;
        }
        Some(moves[ChanceRng::new(self.seed).pick(moves.len(), self.session.key())].mv)
    }

    fn next_job(&mut self) -> Job {
        self.last_id += 1;
        Job { id: self.last_id, events: self.events.clone() }
    }

    /// Starts a search of the current position, or of the one after the move `expected`, in place of whatever runs.
    pub fn start_search(&mut self, expected: Option<Move>, mut limits: Limits, control: Control) {
        self.abort();
        // The search prepares the engine as well, and its tables are worth keeping.
        self.prepared = true;
        let job = self.next_job();
        limits.overhead += self.lag.estimate();
        log::debug!("search {} begins: {limits:?}", job.id);
        let (id, began) = (job.id, limits.began.unwrap_or_else(Instant::now));
        let hurried = limits.is_hurried() && !control.is_pondering();
        let search = self.session.search(expected, limits, control.clone(), job.clone());
        let search = move || {
            let waited = began.elapsed();
            Finished { verdict: search(), waited, ended: Instant::now() }
        };
        // In a hurry nobody waits for another thread to get a processor. The search is over in a moment.
        let pending = if hurried {
            let pending = Pending::ready(search());
            job.send(Event::Done(id));
            pending
        } else {
            self.worker.run(search, move || job.send(Event::Done(id)))
        };
        self.search = Some(Search { id, control, pending, began, last_report: None });
    }

    /// Starts a search for a move to play, in place of whatever runs. If the option `OwnBook` is on, the option
    /// `UCI_AnalyseMode` is off and the book has a move that the limits allow, the best one or one at random, that move
    /// is searched to depth 1 and no other.
    pub fn start_move_search(&mut self, mut limits: Limits, control: Control, at_random: bool) {
        let uses_book = self.options.is_on(OptionId::OwnBook) && !self.options.is_on(OptionId::AnalyseMode);
        // A search for a mate has to show one.
        let known = if !uses_book || limits.mate.is_some() {
            None
        } else if at_random {
            self.random_book_move()
        } else {
            self.book_moves().first().map(|known| known.mv)
        };
        if let Some(mv) = known
            && (limits.searchmoves.is_empty() || limits.searchmoves.contains(&mv))
        {
            (limits.searchmoves, limits.depth) = (vec![mv], Some(1));
        }
        self.start_search(None, limits, control);
    }

    /// Starts a task, in place of whatever runs.
    pub fn start_task(&mut self, task: TaskFn) {
        self.abort();
        let job = self.next_job();
        let (id, control) = (job.id, Control::new());
        let (signals, texts) = (control.clone(), job.clone());
        let task = move || task(&signals, &mut |line| texts.send(Event::Text(id, line)));
        let pending = self.worker.run(task, move || job.send(Event::Done(id)));
        self.task = Some(Task { id, control, pending });
    }

    /// True if a search runs.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Asks the search to stop soon; its result follows as an event.
    pub fn stop_search(&self) {
        if let Some(search) = &self.search {
            search.control.stop();
        }
    }

    /// Asks whatever runs to stop soon.
    pub fn stop(&self) {
        self.stop_search();
        if let Some(task) = &self.task {
            task.control.stop();
        }
    }

    /// Ponder hit: tells the search that the expected move was played.
    pub fn ponder_hit(&self) {
        if let Some(search) = &self.search {
            search.control.ponder_hit(self.event_time);
        }
    }

    /// Stops the search, if there is one, waits for its end and returns its result.
    pub fn finish_search(&mut self) -> Option<Verdict> {
        let search = self.search.take()?;
        search.control.stop();
        log::debug!("search {} ends after {:?}", search.id, search.began.elapsed());
        let Finished { verdict, waited, ended } = self.worker.wait(&search.pending);
        let waited = waited.max(search.control.longest_stall());
        self.unanswered = Some(Unanswered { waited, ended });
        Some(verdict)
    }

    /// Stops the search and the task, if any, without their results.
    pub fn abort(&mut self) {
        self.abort_search();
        if let Some(task) = self.task.take() {
            task.control.stop();
            self.worker.wait(&task.pending);
        }
    }

    /// Ends the running search without its result. If none runs, the last one has been answered by now, and nothing of
    /// what follows is a wait of that search.
    fn abort_search(&mut self) {
        if self.finish_search().is_some() {
            self.unanswered = None;
        } else {
            self.end_answer();
        }
    }

    /// True if a task runs.
    pub fn is_task_running(&self) -> bool {
        self.task.is_some()
    }

    /// True if a search or a task runs.
    pub fn is_busy(&self) -> bool {
        self.is_searching() || self.is_task_running()
    }

    /// Keeps a report of the running search, if it is of the best line; `false` if the report comes from an earlier
    /// search.
    pub fn record_report(&mut self, id: JobId, report: &Report) -> bool {
        match &mut self.search {
            Some(search) if search.id == id => {
                if report.multipv == 1 {
                    search.last_report = Some(report.clone());
                }
                true
            }
            _ => false,
        }
    }

    /// Prints a line of the running task. Lines of earlier ones are dropped.
    pub fn print_task_line(&mut self, id: JobId, line: &str) {
        if self.task.as_ref().is_some_and(|task| task.id == id) {
            self.out.line(line);
        }
    }

    /// Takes leave of a job that has ended: the result, if it is the running search.
    pub fn take_finished(&mut self, id: JobId) -> Option<Verdict> {
        if let Some(task) = self.task.take_if(|task| task.id == id) {
            self.worker.wait(&task.pending);
        }
        if self.search.as_ref().is_some_and(|search| search.id == id) { self.finish_search() } else { None }
    }

    /// Last report of the running search about its best line.
    pub fn last_report(&self) -> Option<&Report> {
        self.search.as_ref()?.last_report.as_ref()
    }

    /// Progress of the running search in its current iteration.
    pub fn progress(&self) -> Progress {
        self.search.as_ref().map_or_else(Progress::default, |search| search.control.progress())
    }

    /// Time since the running search began.
    pub fn search_time(&self) -> Duration {
        self.search.as_ref().map_or(Duration::ZERO, |search| search.began.elapsed())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.abort();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io;
    use std::sync::mpsc::{Receiver, channel};

    use engine::search::Clock;

    use super::*;
    use crate::dialects::Dialect;
    use crate::dialects::cecp::Cecp;

    /// Time that a search has waited for the machine.
    const WAIT: Duration = Duration::from_millis(80);

    /// Host whose output nobody reads, and the events of its searches.
    fn host() -> (Host, Receiver<Event>) {
        let (sender, events) = channel();
        (Host::new(Output::new(Box::new(io::sink()), None), sender, Options::default()).unwrap(), events)
    }

    /// Limits of a short search that begins late.
    fn late() -> Limits {
        Limits { nodes: Some(100), began: Some(Instant::now() - WAIT), ..Limits::default() }
    }

    /// Waits for the end of the running search and takes its result, as the main loop does.
    fn take_result(host: &mut Host, events: &Receiver<Event>) -> Verdict {
        let id = host.last_id;
        events.iter().find(|event| matches!(event, Event::Done(ended) if *ended == id)).expect("the search ends");
        let verdict = host.take_finished(id).expect("it is the running search");
        host.begin_answer(Instant::now());
        verdict
    }

    #[test]
    fn what_a_move_in_cecp_has_waited_for_the_machine_is_lag() {
        let ((mut host, events), mut cecp) = (host(), Cecp::default());
        cecp.command(&mut host, "level 0 10 0");
        cecp.command(&mut host, "sd 1");
        host.begin_answer(Instant::now() - WAIT);
        cecp.command(&mut host, "go");
        host.end_answer();
        let verdict = take_result(&mut host, &events);
        cecp.search_finished(&mut host, verdict);
        host.end_answer();
        assert!(host.lag.estimate() >= WAIT, "{:?}", host.lag);
    }

    #[test]
    fn the_lag_of_a_search_is_known_before_the_next_one_begins() {
        let (mut host, events) = host();
        host.start_search(None, late(), Control::new());
        take_result(&mut host, &events);
        host.start_search(None, Limits { depth: Some(1), ..Limits::default() }, Control::new());
        assert!(host.lag.estimate() >= WAIT, "{:?}", host.lag);
    }

    #[test]
    fn a_search_that_is_broken_off_tells_no_lag() {
        let (mut host, _events) = host();
        host.start_search(None, late(), Control::new());
        host.abort();
        host.end_answer();
        assert_eq!(host.lag.estimate(), Duration::ZERO);
    }

    #[test]
    fn a_hurried_search_is_done_when_it_has_begun() {
        let (mut host, events) = host();
        let mut done = |seconds: f64, control: Control| {
            let remaining = Duration::from_secs_f64(seconds);
            let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go: None };
            host.start_search(None, Limits { clock: Some(clock), ..Limits::default() }, control);
            let id = host.last_id;
            let done = events.try_iter().any(|event| matches!(event, Event::Done(ended) if ended == id));
            assert!(host.finish_search().is_some_and(|verdict| verdict.best.is_some()));
            done
        };
        assert!(done(0.05, Control::new()));
        assert!(!done(3600.0, Control::new()));
        assert!(!done(0.05, Control::pondering()), "no clock limits it");
    }

    /// Texts of the positions after each move that begins the game and does not end it.
    fn positions_after_a_move(host: &mut Host) -> Vec<String> {
        let session = &mut host.session;
        session.reset();
        let after = session.composite_moves().into_iter().filter_map(|mv| {
            session.reset();
            session.play(mv);
            session.outcome().is_none().then(|| session.position_text(MoveFormat::OWN))
        });
        after.collect()
    }

    #[test]
    fn each_position_that_a_record_begins_with_has_a_throw_of_its_own() {
        let (mut host, _events) = host();
        host.set_option("Seed", Some("7")).unwrap();
        assert!(host.open("kaleidodice"));
        let of_start = host.roll_chance();
        assert!(of_start.is_some());
        let positions = positions_after_a_move(&mut host);
        let throw = |host: &mut Host, position: &str| {
            host.session.set_up(Some(position), &[], MoveFormat::OWN).expect("it was written so");
            host.roll_chance().unwrap_or_else(|| panic!("no throw in {position}"))
        };
        let throws: BTreeSet<String> = positions.iter().map(|position| throw(&mut host, position)).collect();
        assert!(throws.len() > 1, "{throws:?}");
        for position in &positions {
            let thrown = throw(&mut host, position);
            assert!(host.session.take_back_throw());
            assert_eq!(host.roll_chance(), Some(thrown), "taken back and thrown again");
        }
        host.session.reset();
        let start = host.session.position_text(MoveFormat::OWN);
        assert_eq!(host.roll_chance(), of_start);
        assert_eq!(Some(throw(&mut host, &start)), of_start, "it is the start, however it was set up");
    }
}
