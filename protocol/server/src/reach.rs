//! Addresses under which browsers reach the server, and the name of its machine.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// Addresses of the server, for browsers on its machine and on others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Address and port that the server listens on.
    listening: SocketAddr,
    /// URLs that were named for it, without a slash at the end; none: it is reached by addresses in numbers.
    origins: Vec<String>,
}

impl Reach {
    /// Addresses of a server that listens on an address and has some origins.
    pub fn new(listening: SocketAddr, origins: Vec<String>) -> Reach {
        Reach { listening, origins }
    }

    /// URL of the first page. `outgoing` answers the address of this machine in its network, if it has one: it stands
    /// for all addresses, so that links lead here from other machines too.
    pub fn first_page(&self, outgoing: impl FnOnce() -> Option<IpAddr>) -> String {
        if self.origins.is_empty() && self.listening.ip().is_loopback() {
            return format!("http://{}/", self.listening);
        }
        match self.addresses(outgoing).first() {
            Some(address) => format!("{address}/"),
            None => format!("http://localhost:{}/", self.listening.port()),
        }
    }

    /// URLs at which other machines reach the server, without a slash at the end; none if it listens on this machine
    /// only, or `outgoing` knows no address.
    pub fn addresses(&self, outgoing: impl FnOnce() -> Option<IpAddr>) -> Vec<String> {
        if !self.origins.is_empty() {
            return self.origins.clone();
        }
        let ip = match self.listening.ip() {
            ip if ip.is_loopback() => None,
            ip if ip.is_unspecified() => outgoing(),
            ip => Some(ip),
        };
        ip.map(|ip| format!("http://{}", SocketAddr::new(ip, self.listening.port()))).into_iter().collect()
    }

    /// URL for a client that has come under another name; none if no address is known that leads here.
    pub fn address_for(&self, client: IpAddr, outgoing: impl FnOnce() -> Option<IpAddr>) -> Option<String> {
        if self.origins.is_empty() && client.to_canonical().is_loopback() {
            return Some(format!("http://localhost:{}", self.listening.port()));
        }
        self.addresses(outgoing).into_iter().next()
    }
}

/// Address of this machine in its network, from which it would reach others. Nothing is sent.
pub fn outgoing_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that is reserved for documentation (RFC 5737): only the route to it matters.
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    if ip.is_unspecified() { None } else { Some(ip) }
}

/// Name of this machine in its network, without a domain and in lower case; none if it has none that a URL can hold.
pub fn machine_name() -> Option<String> {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").unwrap_or_default();
    first_label(&name)
}

/// First label of a host name, in lower case.
fn first_label(name: &str) -> Option<String> {
    let label = name.split('.').next().unwrap_or_default();
    let is_sound = |letter: u8| letter.is_ascii_alphanumeric() || matches!(letter, b'-' | b'_');
    if label.is_empty() || !label.bytes().all(is_sound) {
        return None;
    }
    Some(label.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address in numbers")
    }

    fn reach(listening: &str, origins: &[&str]) -> Reach {
        let origins = origins.iter().map(|origin| origin.to_string()).collect();
        Reach::new(listening.parse().expect("an address and a port"), origins)
    }

    #[test]
    fn the_first_page_is_where_others_find_it_too() {
        for (listening, outgoing, wanted) in [
            ("127.0.0.1:8642", Some("10.0.0.7"), "http://127.0.0.1:8642/"),
            ("[::1]:8642", None, "http://[::1]:8642/"),
            ("0.0.0.0:8642", Some("10.0.0.7"), "http://10.0.0.7:8642/"),
            ("[::]:8642", Some("10.0.0.7"), "http://10.0.0.7:8642/"),
            ("0.0.0.0:8642", None, "http://localhost:8642/"),
            ("192.168.1.23:80", None, "http://192.168.1.23:80/"),
        ] {
            assert_eq!(reach(listening, &[]).first_page(|| outgoing.map(ip)), wanted, "{listening}");
        }
        let named = reach("0.0.0.0:80", &["https://play.example.org", "http://other.example"]);
        assert_eq!(named.first_page(|| Some(ip("10.0.0.7"))), "https://play.example.org/");
    }

    #[test]
    fn other_machines_are_told_where_the_server_is() {
        let addresses =
            |listening: &str, origins: &[&str]| reach(listening, origins).addresses(|| Some(ip("10.0.0.7")));
        assert_eq!(addresses("0.0.0.0:8642", &[]), ["http://10.0.0.7:8642"]);
        assert_eq!(addresses("[fd00::1]:8642", &[]), ["http://[fd00::1]:8642"]);
        assert_eq!(addresses("127.0.0.1:80", &["https://play.example.org"]), ["https://play.example.org"]);
        assert!(addresses("127.0.0.1:8642", &[]).is_empty() && addresses("[::1]:8642", &[]).is_empty());
        assert!(reach("0.0.0.0:8642", &[]).addresses(|| None).is_empty());
    }

    #[test]
    fn who_comes_under_another_name_is_sent_to_an_address_that_leads_here() {
        let address = |listening: &str, client: &str| {
            let reach = reach(listening, &[]);
            reach.address_for(ip(client), || Some(ip("10.0.0.7")))
        };
        for client in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(address("[::]:8642", client).as_deref(), Some("http://localhost:8642"), "{client}");
        }
        assert_eq!(address("0.0.0.0:8642", "10.0.0.9").as_deref(), Some("http://10.0.0.7:8642"));
        let named = reach("127.0.0.1:8642", &["https://play.example.org"]);
        assert_eq!(named.address_for(ip("127.0.0.1"), || None).as_deref(), Some("https://play.example.org"));
    }

    #[test]
    fn a_machine_is_called_by_its_first_label() {
        for (name, label) in [
            ("mypc", Some("mypc")),
            ("Annas-MacBook.local", Some("annas-macbook")),
            ("my_pc.example.org", Some("my_pc")),
            ("", None),
            ("(none)", None),
            (".local", None),
            ("my pc", None),
        ] {
            assert_eq!(first_label(name).as_deref(), label, "{name:?}");
        }
    }
}
