//! Arguments that several tools take: a game by its name, on command lines and in plan files ([`games::Variant`]), the
//! base of a network ([`base::Base`]), the seeds of games ([`seeds`]), and the weights of the hand-crafted evaluation
//! (HCE) as text, written as in its source ([`weights`]).

pub mod base;
pub mod games;
pub mod seeds;
pub mod weights;
