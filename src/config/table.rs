//! The table of settings. What a setting is called, means and may be stands here and nowhere else.

/// What values a setting takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Any text.
    Text,
    /// A text that is never shown.
    Secret,
    /// A file or folder.
    Path,
    /// An address and port.
    Address,
    /// An http or https URL.
    Url,
    /// `true` or `false`.
    Flag,
    /// One of these.
    Choice(&'static [&'static str]),
    /// A whole number within bounds, both included.
    Count(u64, u64),
    /// A time of at least and at most so many seconds; `90`, `90s`, `1500ms`, `15m` and `24h` are understood.
    Seconds(u64, u64),
    /// Texts, separated by commas; an array in the file.
    List,
}

/// A setting.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Its name in the file.
    pub name: &'static str,
    /// What values it takes.
    pub form: Form,
    /// Its value when nobody sets it, as text; empty means unset.
    pub default: &'static str,
    /// What it is for, one sentence.
    pub about: &'static str,
}

const fn setting(name: &'static str, form: Form, default: &'static str, about: &'static str) -> Setting {
    Setting { name, form, default, about }
}

const DAY: u64 = 86_400;

/// Every setting, in the order in which it is shown.
pub static SETTINGS: &[Setting] = &[
    setting("listen", Form::Address, "127.0.0.1:8787", "Address and port to listen on."),
    setting(
        "token",
        Form::Secret,
        "",
        "The bearer token that callers must show; made and kept in the data folder when unset.",
    ),
    setting(
        "auth.mode",
        Form::Choice(&["token", "off"]),
        "token",
        "Whether callers must show the token; off is allowed on loopback only.",
    ),
    setting("http.hosts", Form::List, "", "Host names, beside loopback, by which the server may be called."),
    setting(
        "http.origins",
        Form::List,
        "",
        "Origins of web pages, beside the server's own, that may call it.",
    ),
    setting(
        "http.public_url",
        Form::Url,
        "",
        "The address by which people reach the server, if not the one it listens on.",
    ),
    setting(
        "data.dir",
        Form::Path,
        "",
        "Folder for the token, profiles and kept files; the user's data folder when unset.",
    ),
    setting("store", Form::Choice(&["memory"]), "memory", "Where workspaces are kept."),
    setting(
        "browser",
        Form::Choice(&["chrome", "firefox"]),
        "chrome",
        "The browser of a session that names none.",
    ),
    setting("headless", Form::Flag, "true", "Whether a session that does not say starts without a window."),
    setting("session.width", Form::Count(100, 10_000), "1280", "Viewport width in CSS pixels."),
    setting("session.height", Form::Count(100, 10_000), "800", "Viewport height in CSS pixels."),
    setting(
        "session.page_load_timeout",
        Form::Seconds(1, 600),
        "30",
        "How long a page may load before a call answers without it.",
    ),
    setting("session.script_timeout", Form::Seconds(1, 600), "30", "How long a caller's script may run."),
    setting(
        "session.idle",
        Form::Seconds(10, 30 * DAY),
        "15m",
        "How long a browser is kept after its last use.",
    ),
    setting(
        "grid.url",
        Form::Url,
        "",
        "Selenium Grid to take browsers from; browsers of this machine when unset.",
    ),
    setting(
        "grid.direct",
        Form::Choice(&["auto", "off"]),
        "auto",
        "Whether Grid nodes are talked to directly when they can be reached.",
    ),
    setting("grid.ca", Form::Path, "", "File with more root certificates (PEM) for the Grid."),
    setting(
        "grid.queue",
        Form::Seconds(1, 3_600),
        "60",
        "How long an open may wait for a free slot of the Grid.",
    ),
    setting("local.chrome", Form::Path, "", "Chrome's program; looked for when unset."),
    setting("local.chromedriver", Form::Path, "", "Chrome's driver; looked for when unset."),
    setting("local.firefox", Form::Path, "", "Firefox's program; looked for when unset."),
    setting(
        "local.sandbox",
        Form::Choice(&["auto", "on", "off"]),
        "auto",
        "Chrome's own sandbox; auto is on, unless the user is root.",
    ),
    setting("local.max", Form::Count(1, 1_000), "16", "How many browsers may run on this machine at once."),
    setting(
        "workspace.ttl",
        Form::Seconds(60, 365 * DAY),
        "24h",
        "How long a workspace is kept after its last use.",
    ),
    setting(
        "policy.allow",
        Form::List,
        "",
        "Hosts, *.hosts, host:port or networks that pages may reach although they are refused by default.",
    ),
    setting(
        "policy.deny",
        Form::List,
        "",
        "Hosts, *.hosts, host:port or networks that pages may not reach; * refuses all that is not allowed.",
    ),
    setting(
        "live.await_cap",
        Form::Seconds(30, 3_600),
        "90",
        "How long a blocking await_control waits before it answers that the browser is still held.",
    ),
    setting(
        "live.grace",
        Form::Seconds(1, 3_600),
        "60",
        "How long the page of the person in control may be lost before the hold ends.",
    ),
    setting("live.notify_url", Form::Url, "", "Where ask_person is posted to as signed JSON."),
    setting("live.notify_key", Form::Secret, "", "The key that signs those posts; the token when unset."),
    setting("log", Form::Text, "info", "Log filter, for example info or handback=debug."),
    setting("metrics.token", Form::Flag, "false", "Whether /metrics needs the token."),
];

/// The setting of this name.
pub fn find(name: &str) -> Option<&'static Setting> {
    SETTINGS.iter().find(|setting| setting.name == name)
}

impl Setting {
    /// Its name in the environment.
    pub fn variable(&self) -> String {
        format!("HANDBACK_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// Its name as a flag, without the dashes.
    pub fn flag(&self) -> String {
        self.name.replace(['.', '_'], "-")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_are_unique() {
        let mut seen = std::collections::HashSet::new();
        for setting in SETTINGS {
            assert!(seen.insert(setting.variable()), "{}", setting.name);
            assert!(seen.insert(setting.flag()), "{}", setting.name);
            assert!(setting.about.ends_with('.'), "{}", setting.name);
        }
    }
}
