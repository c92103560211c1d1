//! Files that are written whole or not at all: what was there before is not lost when writing fails. Files that are
//! read up to a limit. Fingerprints of their contents.

use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal digits.
pub fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// SHA-256 of this program, computed once.
///
/// # Errors
/// If its file cannot be read.
pub fn own_sha256() -> io::Result<&'static str> {
    static DIGEST: OnceLock<String> = OnceLock::new();
    if let Some(known) = DIGEST.get() {
        return Ok(known);
    }
    let path = env::current_exe()?;
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
    let bytes = read(&path, u64::MAX).map_err(named)?;
    Ok(DIGEST.get_or_init(|| sha256(&bytes)))
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
/// If it is no file, is longer, or cannot be read.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let refused = |why| io::Error::new(io::ErrorKind::InvalidInput, why);
    // To open a pipe would wait for its writer.
    if !fs::metadata(path)?.is_file() {
        return Err(refused("a folder or a device, not a file".to_string()));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(refused(format!("longer than {limit} bytes")));
    }
    Ok(bytes)
}

/// Reads a file of at most `limit` bytes as UTF-8.
///
/// # Errors
/// If it is no file, is longer, is not UTF-8, or cannot be read.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read(path, limit)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
}

/// Writes a new file.
///
/// # Errors
/// [`AlreadyExists`](io::ErrorKind::AlreadyExists) if there is one of that name. If it cannot be written there is no
/// file.
pub fn create(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = File::create_new(path)?;
    fill(file, path, bytes)
}

/// Writes a file in place of another, if there is one: readers see the old contents or the new ones. A symbolic link
/// stays, and the file that it leads to is replaced; if it leads nowhere, the link is. What is no regular file, such as
/// a pipe, is written to.
///
/// # Errors
/// If it cannot be written; then the old file is as it was.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let old = fs::metadata(&target).ok();
    if old.as_ref().is_some_and(|old| !old.is_file()) {
        return File::options().write(true).open(&target)?.write_all(bytes);
    }
    let (file, unfinished) = beside(&target)?;
    let permissions = old.map_or(Ok(()), |old| file.set_permissions(old.permissions()));
    permissions.inspect_err(|_| remove(&unfinished))?;
    fill(file, &unfinished, bytes)?;
    fs::rename(&unfinished, &target).inspect_err(|_| remove(&unfinished))
}

/// Lock file of a file that is written whole: another one beside it, which stays when that one is replaced. It is open
/// and not locked yet.
///
/// # Errors
/// If it cannot be opened.
pub fn lock_file(path: &Path) -> io::Result<File> {
    let mut name = path.as_os_str().to_os_string();
    name.push(".lock");
    File::options().write(true).create(true).truncate(false).open(name)
}

/// Writes bytes to the disk. The file is removed if that fails.
fn fill(mut file: File, path: &Path, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes).and_then(|()| file.sync_all()).inspect_err(|_| remove(path))
}

/// New file in the folder of another.
fn beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..100 {
        let mut unfinished = OsString::from(".");
        unfinished.push(name);
        unfinished.push(format!(".{}-{number}", std::process::id()));
        let path = target.with_file_name(unfinished);
        match File::create_new(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}

/// Removes an unfinished file. That it cannot be removed is less than the error that is being told.
fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sha256_is_that_of_fips_180() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn sha256_of_this_program_is_that_of_its_file() {
        let own = own_sha256().unwrap();
        assert_eq!(own, sha256(&fs::read(env::current_exe().unwrap()).unwrap()));
        assert_eq!(own_sha256().unwrap(), own);
    }

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn a_file_that_is_there_is_replaced_only_on_request() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = scratch.path();
        let file = folder.join("game.pgn");
        create(&file, b"one").unwrap();
        assert_eq!(create(&file, b"two").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&file).unwrap(), b"one");
        replace(&file, b"two").unwrap();
        replace(&folder.join("new"), b"three").unwrap();
        assert_eq!((fs::read(&file).unwrap(), fs::read(folder.join("new")).unwrap()), (b"two".into(), b"three".into()));
        assert!(create(folder, b"").is_err() && replace(folder, b"").is_err());
        assert!(replace(&folder.join("none/game.pgn"), b"").is_err());
        assert_eq!(names(folder).len(), 2, "nothing unfinished is left");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("game.pgn"), folder.path().join("link"));
        fs::write(&file, "one").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("game.pgn", &link).unwrap();
        replace(&link, b"two").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"two");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_loses_nothing() {
        let full = Path::new("/dev/full");
        assert_eq!(replace(full, b"one").unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert!(full.exists(), "a device is no file to be replaced");
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.pgn");
        fs::write(&file, "one").unwrap();
        // Writing fails to a file that is open for reading only.
        let unfinished = folder.path().join("unfinished");
        fs::write(&unfinished, "").unwrap();
        assert!(fill(File::open(&unfinished).unwrap(), &unfinished, b"two").is_err());
        assert_eq!((names(folder.path()), fs::read(&file).unwrap()), (vec!["game.pgn".into()], b"one".into()));
    }

    #[test]
    fn only_files_are_read_and_only_up_to_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        fs::write(&file, b"four").unwrap();
        assert_eq!(read(&file, 4).unwrap(), b"four");
        let refused = |path: &Path, limit| read(path, limit).unwrap_err().to_string();
        assert_eq!(refused(&file, 3), "longer than 3 bytes");
        assert_eq!(read_text(&file, 4).unwrap(), "four");
        fs::write(&file, b"\xff").unwrap();
        assert_eq!(read_text(&file, 4).unwrap_err().kind(), io::ErrorKind::InvalidData);
        assert_eq!(refused(folder.path(), 3), "a folder or a device, not a file");
        #[cfg(unix)]
        {
            let pipe = folder.path().join("pipe");
            let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
            assert!(made.success());
            assert_eq!(refused(&pipe, 3), "a folder or a device, not a file");
        }
    }
}
