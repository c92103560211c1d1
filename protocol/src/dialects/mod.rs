//! The dialects: CECP (XBoard), UCI, and the console commands that both know.

pub mod cecp;
pub mod console;
pub mod main_loop;
pub mod uci;
