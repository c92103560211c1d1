//! CECP features of an engine.

/// Features that matter to the referee; the defaults are the protocol's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Features {
    pub(super) name: String,
    pub(super) ping: bool,
    pub(super) setboard: bool,
    pub(super) usermove: bool,
    pub(super) time: bool,
    pub(super) draw: bool,
    pub(super) reuse: bool,
    pub(super) nps: bool,
    pub(super) memory: bool,
    pub(super) smp: bool,
    pub(super) colors: bool,
    /// Our extension: the engine leaves tiles and throws to the referee.
    pub(super) motley: bool,
    pub(super) variants: Vec<String>,
    pub(super) options: Vec<String>,
    /// True after `done=1`, false after `done=0`.
    pub(super) done: Option<bool>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            name: String::new(),
            ping: false,
            setboard: false,
            usermove: false,
            time: true,
            draw: true,
            reuse: true,
            nps: false,
            memory: false,
            smp: false,
            colors: true,
            motley: false,
            variants: vec!["normal".to_string()],
            options: Vec::new(),
            done: None,
        }
    }
}

impl Features {
    /// Reads a line after the word `feature`. Returns the answers, `accepted` or `rejected`.
    pub(super) fn read(&mut self, text: &str) -> Vec<String> {
        let answer = |(name, value): (&str, &str)| {
            let verdict = if self.set(name, value) { "accepted" } else { "rejected" };
            (name != "done").then(|| format!("{verdict} {name}"))
        };
        settings(text).filter_map(answer).collect()
    }

    /// Sets a feature. Returns false if the feature or its value is unknown.
    fn set(&mut self, name: &str, value: &str) -> bool {
        let flag = match value {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        };
        let place = match name {
            "ping" => &mut self.ping,
            "setboard" => &mut self.setboard,
            "usermove" => &mut self.usermove,
            "time" => &mut self.time,
            "draw" => &mut self.draw,
            "reuse" => &mut self.reuse,
            "nps" => &mut self.nps,
            "memory" => &mut self.memory,
            "smp" => &mut self.smp,
            "colors" => &mut self.colors,
            "motley" => &mut self.motley,
            "myname" => {
                self.name = value.to_string();
                return true;
            }
            "variants" => {
                self.variants = value.split(',').map(|name| name.trim().to_string()).collect();
                return true;
            }
            "option" => {
                let name = value.split(" -").next().unwrap_or_default().trim();
                self.options.push(name.to_string());
                return true;
            }
            "done" => {
                self.done = flag;
                return flag.is_some();
            }
            // Not used, and harmless.
            "analyze" | "debug" | "sigint" | "sigterm" | "highlight" | "playother" | "exclude" | "ics" | "name" => {
                return true;
            }
            _ => return false,
        };
        if let Some(flag) = flag {
            *place = flag;
        }
        flag.is_some()
    }
}

/// Splits a line `name=value name="a value with spaces"`.
fn settings(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let (name, after) = rest.split_once('=')?;
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        rest = after;
        Some((name.trim(), value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_accepted_or_rejected_one_by_one() {
        let mut features = Features::default();
        let answers = features.read("ping=1 setboard=1 san=1 time=0 myname=\"A name, with = in it\" motley=\"1\"");
        let expected = ["ping", "setboard", "san", "time", "myname", "motley"]
            .map(|name| format!("{} {name}", if name == "san" { "rejected" } else { "accepted" }));
        assert_eq!(answers, expected);
        assert!(features.ping && features.setboard && !features.time && features.motley);
        assert_eq!((features.name.as_str(), features.done), ("A name, with = in it", None));
        assert_eq!(features.read("variants=\"normal,knightrelay\" done=0"), ["accepted variants"]);
        assert_eq!(features.variants, ["normal", "knightrelay"]);
        assert_eq!(features.done, Some(false));
        features.read("option=\"Resign -check 0\" option=\"Skill Level -spin 20 0 20\" done=1");
        assert_eq!(
            (features.options, features.done),
            (vec!["Resign".to_string(), "Skill Level".to_string()], Some(true))
        );
    }

    #[test]
    fn broken_features_are_rejected() {
        let mut features = Features::default();
        assert_eq!(features.read("ping=yes =1 reuse"), ["rejected ping", "rejected "]);
        assert_eq!(features.read("myname=\"no end"), ["accepted myname"]);
        assert_eq!(features.name, "no end");
    }
}
