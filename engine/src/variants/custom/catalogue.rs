//! Catalogue of the custom variants that were read, and the one in play.
//!
//! The rules of a game are functions of its type. All custom variants share one type, so that which of them is meant is
//! state of the process: [`CustomId::select`] sets it, and one of them at a time is in play. Programs that play several
//! games at once do not read custom variants.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::description::Description;
use crate::variants::GameInfo;

/// Largest number of custom variants in a process.
pub const MAX_VARIANTS: usize = 64;

static DESCRIPTIONS: [OnceLock<Description>; MAX_VARIANTS] = [const { OnceLock::new() }; MAX_VARIANTS];

/// Number of the variant in play.
static SELECTED: AtomicUsize = AtomicUsize::new(0);

/// A custom variant that was read, by its number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CustomId(u8);

impl CustomId {
    /// All custom variants that were read, in their order.
    pub fn all() -> impl Iterator<Item = CustomId> {
        (0..MAX_VARIANTS as u8).map(CustomId).take_while(|id| DESCRIPTIONS[usize::from(id.0)].get().is_some())
    }

    /// The variant in play.
    #[inline(always)]
    pub fn in_play() -> CustomId {
        CustomId(SELECTED.load(Ordering::Relaxed) as u8)
    }

    /// Number, below [`MAX_VARIANTS`].
    #[inline(always)]
    pub fn number(self) -> usize {
        usize::from(self.0)
    }

    /// The description.
    pub fn description(self) -> &'static Description {
        DESCRIPTIONS[self.number()].get().expect("an id is that of a description")
    }

    /// The descriptor.
    pub fn info(self) -> &'static GameInfo {
        static INFOS: [OnceLock<GameInfo>; MAX_VARIANTS] = [const { OnceLock::new() }; MAX_VARIANTS];
        let Description { name, title, .. } = self.description();
        let goal = "Win as the description of the variant says.";
        INFOS[self.number()].get_or_init(|| GameInfo { name, title, goal, aliases: &[], bench_reduction: 0 })
    }

    /// Makes this the variant that [`CustomGame`](super::CustomGame) plays. Nothing of another one may be in use.
    pub fn select(self) {
        SELECTED.store(self.number(), Ordering::Release);
    }
}

impl fmt::Debug for CustomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.description().name)
    }
}

/// Adds descriptions; none if there is no room for all of them.
pub(super) fn add(descriptions: Vec<Description>) -> Option<()> {
    static WRITER: std::sync::Mutex<()> = std::sync::Mutex::new(());
    let _only_one = WRITER.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let first = CustomId::all().count();
    if first + descriptions.len() > MAX_VARIANTS {
        return None;
    }
    for (slot, description) in DESCRIPTIONS[first..].iter().zip(descriptions) {
        slot.set(description).expect("one writer at a time");
    }
    Some(())
}

/// Description of the variant in play.
///
/// # Panics
/// If no custom variant was read: then no value of the type can be had either.
#[inline(always)]
pub fn in_play() -> &'static Description {
    CustomId::in_play().description()
}
