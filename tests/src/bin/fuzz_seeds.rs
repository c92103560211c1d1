//! Writes the seeds of all fuzz targets to a folder: a folder for each target, a file for each seed.

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use tests::fuzz::TARGETS;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("usage: fuzz_seeds FOLDER")?);
    for target in TARGETS {
        let folder = folder.join(target.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in (target.seeds)().into_iter().enumerate() {
            fs::write(folder.join(format!("seed-{number:03}")), seed)?;
        }
    }
    Ok(())
}
