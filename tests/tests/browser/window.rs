//! A browser's window, and what a person does there.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use thirtyfour::{By, Key, WebDriver, WebElement};

/// More than a page, a move or a short search takes on the slowest machine.
const LIMIT: Duration = Duration::from_secs(120);
/// Polling interval.
const GLANCE: Duration = Duration::from_millis(25);
/// Longest time that a script of the page polls; less than the script timeout of WebDriver.
const WATCH: Duration = Duration::from_secs(5);

/// Size and colours of a window.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// Touch screen, as of a telephone.
    pub is_phone: bool,
    /// Dark colours.
    pub is_dark: bool,
    /// Pieces move at once.
    pub is_calm: bool,
}

impl Look {
    /// Screen of a computer.
    pub const DESK: Look = Look { size: (1280, 900), is_phone: false, is_dark: false, is_calm: true };
    /// Screen of a telephone.
    pub const PHONE: Look = Look { size: (390, 844), is_phone: true, ..Look::DESK };
    /// Screen of a telephone that lies on its side.
    pub const LANDSCAPE: Look = Look { size: (844, 390), ..Look::PHONE };

    /// The narrowest screen.
    pub const NARROW: Look = Look { size: (320, 568), ..Look::PHONE };
    /// Window of 1280 by 1024 pixels at a zoom of 400 %.
    pub const ENLARGED: Look = Look { size: (320, 256), ..Look::DESK };

    /// The same in dark colours.
    pub const fn dark(self) -> Look {
        Look { is_dark: true, ..self }
    }

    /// The same with pieces that glide and fall.
    pub const fn moving(self) -> Look {
        Look { is_calm: false, ..self }
    }
}

/// Finds a point of a field that nothing covers, in the window's coordinates.
const POINT: &str = r#"
    const element = document.querySelector(`[data-field="${arguments[0]}"]`);
    if (!element) return null;
    const seen = (box) => {
        const parts = [0.5, 0.4, 0.6, 0.3, 0.7];
        for (const part of parts) for (const other of parts) {
            const [x, y] = [box.left + other * box.width, box.top + part * box.height];
            if (document.elementFromPoint(x, y) === element) return [x, y];
        }
        return null;
    };
    const found = seen(element.getBoundingClientRect());
    if (found) return found;
    element.scrollIntoView({ block: "center" });
    return seen(element.getBoundingClientRect());
"#;

/// Script by which the page itself polls until another script says `true`. Result: `true`, or what came instead.
fn watch(script: &str) -> String {
    format!(
        r#"
        const done = arguments[arguments.length - 1];
        const given = [...arguments].slice(0, -1);
        const end = performance.now() + {};
        function condition() {{ {script} }}
        function look() {{
            let result;
            try {{
                result = condition(...given);
            }} catch (error) {{
                result = String(error);
            }}
            if (result === true || performance.now() > end) done(result);
            else setTimeout(look, {});
        }}
        look();
        "#,
        WATCH.as_millis(),
        GLANCE.as_millis(),
    )
}

/// A browser's window.
pub struct Window {
    /// The browser.
    pub browser: WebDriver,
    address: String,
}

impl Window {
    /// Prepares a new browser.
    pub async fn new(browser: WebDriver, address: String, look: Look) -> Window {
        let window = Window { browser, address };
        let (width, height) = look.size;
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": look.is_phone });
        window.command("Emulation.setDeviceMetricsOverride", screen).await;
        window.command("Emulation.setTouchEmulationEnabled", json!({ "enabled": look.is_phone })).await;
        let scheme = if look.is_dark { "dark" } else { "light" };
        let motion = if look.is_calm { "reduce" } else { "no-preference" };
        let features = json!([
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": motion },
        ]);
        window.command("Emulation.setEmulatedMedia", json!({ "features": features })).await;
        window
    }

    /// A command of the Chrome DevTools Protocol.
    async fn command(&self, name: &str, parameters: Value) -> Value {
        self.browser.cdp().send_raw(name, parameters).await.unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Shows the page as on paper.
    pub async fn show_print(&self) {
        self.command("Emulation.setEmulatedMedia", json!({ "media": "print" })).await;
    }

    /// Lets requests to some addresses fail (`*/api/variants`), and to no others.
    pub async fn block(&self, addresses: &[&str]) {
        self.command("Network.enable", json!({})).await;
        self.command("Network.setBlockedURLs", json!({ "urls": addresses })).await;
    }

    /// Lets a script run in each page that is opened from now on, before its own.
    pub async fn prepare(&self, script: &str) {
        self.command("Page.addScriptToEvaluateOnNewDocument", json!({ "source": script })).await;
    }

    /// Lets pages that are opened from now on store nothing.
    pub async fn store_nothing(&self) {
        let script = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };";
        self.prepare(script).await;
    }

    /// Opens a page of the server.
    pub async fn open(&self, path: &str) {
        self.browser.goto(format!("{}{path}", self.address)).await.unwrap_or_else(|error| panic!("{path}: {error}"));
    }

    /// Path of the page, with query.
    pub async fn path(&self) -> String {
        let url = self.browser.current_url().await.expect("a page");
        url.query().map_or(url.path().to_string(), |query| format!("{}?{query}", url.path()))
    }

    /// Result of a script.
    pub async fn script(&self, script: &str, arguments: Vec<Value>) -> Value {
        let result = self.browser.execute(script, arguments).await;
        result.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// Answer of the server to a GET request.
    pub async fn get(&self, path: &str) -> Value {
        let script = "const [path, done] = arguments; fetch(path).then((it) => it.json()).then(done);";
        let result = self.browser.execute_async(script, vec![json!(path)]).await;
        result.unwrap_or_else(|error| panic!("{path}: {error}")).json().clone()
    }

    /// Result of a script that may wait, as for a module of the page: `await import('/js/socket.js')`.
    pub async fn module(&self, script: &str) -> Value {
        let whole = format!(
            "const [done] = arguments; (async () => {{ {script} }})().then(done, (error) => done(String(error)));"
        );
        let result = self.browser.execute_async(&whole, Vec::new()).await;
        result.unwrap_or_else(|error| panic!("{script}: {error}")).json().clone()
    }

    /// Waits until a script says `true`.
    ///
    /// The page polls, not the test: a request costs as much as many looks within the page.
    pub async fn until(&self, what: &str, script: &str, arguments: Vec<Value>) {
        let end = Instant::now() + LIMIT;
        let watch = watch(script);
        loop {
            let said = match self.browser.execute_async(&watch, arguments.clone()).await {
                Ok(result) if *result.json() == json!(true) => return,
                Ok(result) => result.json().to_string(),
                // Another page has been opened, which ends the script.
                Err(error) => error.to_string(),
            };
            if Instant::now() >= end {
                panic!("{what}: not within {LIMIT:?}: {said}; the page says: {}", self.text("body").await);
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Waits until a selector finds something that is shown.
    pub async fn appears(&self, selector: &str) {
        let script = "return [...document.querySelectorAll(arguments[0])].some((it) => it.checkVisibility());";
        self.until(selector, script, vec![json!(selector)]).await;
    }

    /// Waits until an element has a text.
    pub async fn says(&self, selector: &str, text: &str) {
        let script = "return document.querySelector(arguments[0])?.innerText.includes(arguments[1]) ?? false;";
        self.until(&format!("{selector} says {text}"), script, vec![json!(selector), json!(text)]).await;
    }

    /// True if a selector finds something.
    pub async fn has(&self, selector: &str) -> bool {
        self.count(selector).await > 0
    }

    /// Number of elements that a selector finds.
    pub async fn count(&self, selector: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length;";
        self.script(script, vec![json!(selector)]).await.as_u64().expect("a number")
    }

    /// Text of the first element that a selector finds.
    pub async fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.innerText ?? '';";
        self.script(script, vec![json!(selector)]).await.as_str().unwrap_or_default().to_string()
    }

    /// Value of a control.
    pub async fn value(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0]).value;";
        self.script(script, vec![json!(selector)]).await.as_str().unwrap_or_default().to_string()
    }

    /// The element that a selector finds.
    pub async fn element(&self, selector: &str) -> WebElement {
        self.appears(selector).await;
        self.browser.find(By::Css(selector)).await.unwrap_or_else(|error| panic!("{selector}: {error}"))
    }

    /// Clicks on an element. One that the page replaces or covers meanwhile is looked for again.
    pub async fn click(&self, selector: &str) {
        let end = Instant::now() + LIMIT;
        loop {
            self.appears(selector).await;
            let clicked = match self.browser.find(By::Css(selector)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match clicked {
                Ok(()) => return,
                Err(error) => assert!(Instant::now() < end, "{selector}: {error}"),
            }
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Clicks on the button with a text, in the part of the page that a selector names.
    pub async fn press(&self, selector: &str, text: &str) {
        let script = "const all = [...document.querySelectorAll(`${arguments[0]} button`)];
            const one = all.find((it) => it.innerText.trim().startsWith(arguments[1]) && it.checkVisibility());
            one?.click();
            return Boolean(one);";
        self.until(&format!("button {text}"), script, vec![json!(selector), json!(text)]).await;
    }

    /// Writes in a box, in place of what was there.
    pub async fn write(&self, selector: &str, text: &str) {
        let element = self.element(selector).await;
        element.clear().await.expect("a box can be emptied");
        element.send_keys(text).await.expect("a box takes letters");
    }

    /// Chooses an entry of a list.
    pub async fn choose(&self, selector: &str, value: &str) {
        let script = "const list = document.querySelector(arguments[0]);
            if (![...(list?.options ?? [])].some((it) => it.value === arguments[1])) return false;
            list.value = arguments[1];
            list.dispatchEvent(new Event('change', { bubbles: true }));
            return true;";
        self.until(&format!("{selector}: {value}"), script, vec![json!(selector), json!(value)]).await;
    }

    /// Presses a key with the focus where it is.
    pub async fn key(&self, key: Key) {
        let chain = self.browser.action_chain().send_keys(key);
        chain.perform().await.expect("a key can be pressed");
    }

    /// Point of a field that nothing covers, once there is one.
    async fn point(&self, field: &str) -> (i64, i64) {
        let end = Instant::now() + LIMIT;
        loop {
            let point = self.script(POINT, vec![json!(field)]).await;
            let number = |index: usize| point[index].as_f64().map(|number| number.round() as i64);
            if let Some(place) = number(0).zip(number(1)) {
                return place;
            }
            assert!(Instant::now() < end, "field {field} is not seen");
            tokio::time::sleep(GLANCE).await;
        }
    }

    /// Clicks on a field of the board.
    pub async fn click_field(&self, field: &str) {
        let (x, y) = self.point(field).await;
        let chain = self.browser.action_chain_with_delay(Some(Duration::ZERO), Some(Duration::ZERO));
        chain.move_to(x, y).click().perform().await.unwrap_or_else(|error| panic!("field {field}: {error}"));
    }

    /// Drags a piece.
    pub async fn drag(&self, from: &str, to: &str) {
        let (begin, end) = (self.point(from).await, self.point(to).await);
        let middle = ((begin.0 + end.0) / 2, (begin.1 + end.1) / 2);
        let chain = self.browser.action_chain_with_delay(Some(Duration::ZERO), Some(Duration::from_millis(20)));
        let chain = chain.move_to(begin.0, begin.1).click_and_hold().move_to(middle.0, middle.1);
        chain.move_to(end.0, end.1).release().perform().await.unwrap_or_else(|error| panic!("{from} to {to}: {error}"));
    }

    /// Moves a piece by two clicks.
    pub async fn step(&self, from: &str, to: &str) {
        self.click_field(from).await;
        self.appears(&format!("[data-field=\"{from}\"][aria-label*=\"chosen\"]")).await;
        self.click_field(to).await;
    }

    /// Picture of the whole page, in `target/browser`.
    pub async fn shoot(&self, name: &str) {
        let size = self.command("Page.getLayoutMetrics", json!({})).await["cssContentSize"].clone();
        let clip = json!({ "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1 });
        self.save(name, json!({ "captureBeyondViewport": true, "clip": clip })).await;
    }

    /// Picture of what is seen, in `target/browser`.
    pub async fn shoot_window(&self, name: &str) {
        self.save(name, json!({})).await;
    }

    async fn save(&self, name: &str, parameters: Value) {
        let picture = self.command("Page.captureScreenshot", parameters).await;
        let data = BASE64_STANDARD.decode(picture["data"].as_str().expect("a picture")).expect("a picture");
        fs::write(pictures().join(format!("{name}.png")), data).expect("a picture can be saved");
    }

    /// Checks that the page had no errors: no exception, nothing that the Content-Security-Policy forbids.
    pub async fn is_clean(&self) {
        let log = self.browser.browser_log().await.expect("a log");
        let faults: Vec<_> = log.iter().filter(|entry| entry.level == "SEVERE").collect();
        assert!(faults.is_empty(), "{faults:#?}");
    }
}

/// Folder of the pictures.
fn pictures() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../browser");
    fs::create_dir_all(&folder).expect("a folder for pictures");
    folder
}
