//! What both dialects stand on: the game, the settings, standard output, and the one thing that runs.

use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use engine::moves::Move;
use engine::search::{Control, Limits, Progress, Report, Verdict};

use crate::io::output::Output;
use crate::registry;
use crate::session::event::{Event, JobId};
use crate::session::options::{Id, OptionError, Options};
use crate::session::{Job, Session, TaskFn};

/// A search that runs.
struct Search {
    id: JobId,
    control: Control,
    thread: JoinHandle<Verdict>,
    began: Instant,
    last: Option<Report>,
}

/// A count, or another piece of work that only prints.
struct Task {
    id: JobId,
    control: Control,
    thread: JoinHandle<()>,
}

/// The game on the table and what the engine is doing.
pub struct Host {
    /// The game.
    pub session: Box<dyn Session>,
    /// Standard output.
    pub out: Output,
    options: Options,
    events: Sender<Event>,
    last_id: JobId,
    search: Option<Search>,
    task: Option<Task>,
}

impl Host {
    /// Sits down to the first of the games, with settings to begin with.
    pub fn new(out: Output, events: Sender<Event>, options: Options) -> Host {
        let session = registry::open(registry::NAMES[0]).expect("the registry opens what it names");
        let mut host = Host { session, out, options, events, last_id: 0, search: None, task: None };
        host.apply_options();
        host
    }

    /// Gives a new searcher what the settings say.
    fn apply_options(&mut self) {
        if !self.session.set_search(self.options.search()) {
            log::warn!("not enough memory for the search that is asked for");
        }
        let megabytes = self.options.number(Id::Hash) as usize;
        if !self.session.set_hash(megabytes) {
            log::warn!("not enough memory for a table of {megabytes} MB; it is smaller");
        }
        self.session.set_threads(self.options.number(Id::Threads) as usize);
        self.session.set_seed(self.options.seed());
    }

    /// Begins a new game of a variant; `false` if there is none of that name, and then nothing has changed.
    pub fn open(&mut self, variant: &str) -> bool {
        if variant == self.session.variant() {
            self.new_game();
            return true;
        }
        let Some(session) = registry::open(variant) else { return false };
        self.abort();
        log::info!("the game is {variant}");
        self.session = session;
        self.apply_options();
        true
    }

    /// Begins a new game of the same variant, with new luck.
    pub fn new_game(&mut self) {
        self.abort();
        self.session.new_game();
        self.session.set_seed(self.options.seed());
    }

    /// The settings.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes a setting. A search that runs ends without a result if the setting concerns the searcher itself.
    ///
    /// # Errors
    /// If there is no such setting, or it does not take the value; nothing has changed then.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), OptionError> {
        let before = self.options.clone();
        let id = self.options.set(name, value)?;
        if matches!(id, Id::Hash | Id::Threads | Id::ClearHash | Id::Seed | Id::Search) {
            self.abort_search();
        }
        match id {
            Id::Hash if !self.session.set_hash(self.options.number(Id::Hash) as usize) => {
                self.options = before;
                return Err(OptionError::Memory);
            }
            Id::Search if !self.session.set_search(self.options.search()) => {
                self.options = before;
                return Err(OptionError::Memory);
            }
            Id::Threads => self.session.set_threads(self.options.number(Id::Threads) as usize),
            Id::Seed => self.session.set_seed(self.options.seed()),
            Id::ClearHash => self.session.clear(),
            _ => {}
        }
        Ok(())
    }

    fn next_job(&mut self) -> Job {
        self.last_id += 1;
        Job { id: self.last_id, events: self.events.clone() }
    }

    /// Starts a search of the present position, or of the one after a move that is `expected`, in place of whatever runs.
    pub fn start_search(&mut self, expected: Option<Move>, limits: Limits, control: Control) {
        self.abort();
        let job = self.next_job();
        log::debug!("search {} begins: {limits:?}", job.id);
        let (id, began) = (job.id, Instant::now());
        let thread = self.session.start_search(expected, limits, control.clone(), job);
        self.search = Some(Search { id, control, thread, began, last: None });
    }

    /// Starts a search for a move to play, in place of whatever runs. If the book is in use and knows one that may be played, its best or one `at_random`, no other is
    /// looked at.
    pub fn start_move_search(&mut self, mut limits: Limits, control: Control, at_random: bool) {
        let best = |session: &dyn Session| session.book_moves().first().map(|known| known.mv);
        // Who asks for a mate wants to be shown one.
        let known = match (self.options.is_on(Id::OwnBook) && limits.mate.is_none(), at_random) {
            (false, _) => None,
            (true, false) => best(self.session.as_ref()),
            (true, true) => self.session.random_book_move(),
        };
        if let Some(mv) = known.filter(|mv| limits.only.is_empty() || limits.only.contains(mv)) {
            (limits.only, limits.depth) = (vec![mv], Some(1));
        }
        self.start_search(None, limits, control);
    }

    /// Starts a piece of work, in place of whatever runs.
    pub fn start_task(&mut self, task: TaskFn) {
        self.abort();
        let job = self.next_job();
        let (id, control) = (job.id, Control::new());
        let signals = control.clone();
        let thread = thread::spawn(move || {
            task(&signals, &mut |line| job.send(Event::Text(job.id, line)));
            job.send(Event::Done(job.id));
        });
        self.task = Some(Task { id, control, thread });
    }

    /// Whether a search runs.
    pub fn is_searching(&self) -> bool {
        self.search.is_some()
    }

    /// Asks the search to end soon; its verdict follows as an event.
    pub fn stop_search(&self) {
        if let Some(search) = &self.search {
            search.control.stop();
        }
    }

    /// Asks whatever runs to end soon.
    pub fn stop(&self) {
        self.stop_search();
        if let Some(task) = &self.task {
            task.control.stop();
        }
    }

    /// Tells the search that the expected move was played.
    pub fn ponder_hit(&self) {
        if let Some(search) = &self.search {
            search.control.ponder_hit();
        }
    }

    /// Ends the search, if there is one, and returns what it has come to.
    pub fn finish_search(&mut self) -> Option<Verdict> {
        let search = self.search.take()?;
        search.control.stop();
        log::debug!("search {} ends after {:?}", search.id, search.began.elapsed());
        match search.thread.join() {
            Ok(verdict) => Some(verdict),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Ends the search and everything else that runs; what it would have said is not said.
    pub fn abort(&mut self) {
        self.abort_search();
        if let Some(task) = self.task.take() {
            task.control.stop();
            join(task.thread);
        }
    }

    fn abort_search(&mut self) {
        self.finish_search();
    }

    /// Whether a count or another piece of work runs.
    pub fn is_task_running(&self) -> bool {
        self.task.is_some()
    }

    /// Whether anything runs.
    pub fn is_busy(&self) -> bool {
        self.is_searching() || self.is_task_running()
    }

    /// Takes note of a report; `false` if it comes from a search that is over.
    pub fn record_report(&mut self, id: JobId, report: &Report) -> bool {
        let search = self.search.as_mut().filter(|search| search.id == id);
        search.map(|search| search.last = Some(report.clone())).is_some()
    }

    /// Prints a line of the work that runs.
    pub fn print_task_line(&mut self, id: JobId, line: &str) {
        if self.task.as_ref().is_some_and(|task| task.id == id) {
            self.out.line(line);
        }
    }

    /// Takes the verdict of the search that has ended, if it is the present one.
    pub fn take_finished(&mut self, id: JobId) -> Option<Verdict> {
        if let Some(task) = self.task.take_if(|task| task.id == id) {
            join(task.thread);
        }
        if self.search.as_ref().is_some_and(|search| search.id == id) { self.finish_search() } else { None }
    }

    /// The last report of the search that runs.
    pub fn last_report(&self) -> Option<&Report> {
        self.search.as_ref()?.last.as_ref()
    }

    /// How far the search that runs has come with its present iteration.
    pub fn progress(&self) -> Progress {
        self.search.as_ref().map_or_else(Progress::default, |search| search.control.progress())
    }

    /// How long the search has run.
    pub fn search_time(&self) -> Duration {
        self.search.as_ref().map_or(Duration::ZERO, |search| search.began.elapsed())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.abort();
    }
}

fn join(thread: JoinHandle<()>) {
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}
