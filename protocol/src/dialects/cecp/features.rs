//! Features: the answer to `protover`.

use crate::registry;
use crate::session::options::{Offered, OptionSpec, OptionType, SPECS};

/// Lines that answer `protover 2`.
pub fn lines() -> Vec<String> {
    let mut variants: Vec<&str> = registry::two_player_names().into_iter().map(registry::to_cecp).collect();
    variants.insert(1, registry::CECP_CHESS960);
    let abilities = "feature ping=1 setboard=1 usermove=1 highlight=1 colors=0 sigint=0 sigterm=0 debug=1 reuse=1 \
                     analyze=1 playother=1 draw=1 nps=1 memory=1 smp=1 exclude=1 motley=\"1\"";
    let identity = format!("{} variants=\"{}\"", name(""), variants.join(","));
    let offered = SPECS.iter().filter(|spec| spec.offered != Offered::Uci);
    let options = offered.map(|spec| format!("feature option=\"{}\"", describe(spec)));
    let mut lines = vec![abilities.to_string(), identity];
    lines.extend(options);
    lines.push("feature done=1".to_string());
    lines
}

/// Line of the engine's name, with an addition for the title of the window. A quotation mark, which a custom variant's
/// title may have, would end the name.
pub fn name(addition: &str) -> String {
    let addition = addition.replace('"', "'");
    format!("feature myname=\"{}{addition}\"", crate::NAME_AND_VERSION)
}

fn describe(spec: &OptionSpec) -> String {
    match spec.option_type {
        OptionType::Spin { min, max, default } => format!("{} -spin {default} {min} {max}", spec.name),
        OptionType::Check { default } => format!("{} -check {}", spec.name, u8::from(default)),
        OptionType::Button => format!("{} -button", spec.name),
        OptionType::Text(text) => format!("{} -string {text}", spec.name),
        OptionType::File => format!("{} -file ", spec.name),
        // The star marks the default.
        OptionType::Combo(words) => format!("{} -combo *{}", spec.name, words.join(" /// ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quotation_mark_does_not_end_the_name() {
        let named = format!("feature myname=\"{}: The 'great' game\"", crate::NAME_AND_VERSION);
        assert_eq!(name(": The \"great\" game"), named);
    }
}
