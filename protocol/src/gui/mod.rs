//! GUI support: board layouts, pictures, and configuration files.

pub mod board;
pub mod config;
pub mod layout;
pub mod picture;
