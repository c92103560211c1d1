//! GUI support: board layouts, pictures, and configuration files.

pub mod config;
pub mod layout;
pub mod picture;
