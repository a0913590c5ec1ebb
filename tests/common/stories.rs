//! What a caller does with a browser, and what must come of it: told on real browsers, recorded there, and played back.
//!
//! A story makes calls over HTTP and holds their answers. It knows no wire, so that the same words are a test of a real
//! browser through a Grid and of a played one; a transcript that no longer fits the server fails its story.

mod crash;
mod dialogs;
mod downloads;
mod failures;
mod frames;
mod journey;
mod movements;
mod tabs;
mod views;

use super::client::Client;
use futures::future::BoxFuture;

/// Where a story happens.
pub struct Stage {
    /// The caller.
    pub client: Client,
    /// The browser.
    pub browser: &'static str,
    /// The site: `http://127.0.0.1:port`.
    pub site: String,
    /// Lets the page of the current tab crash; where a transcript is played it has crashed at that point.
    pub crash: Box<dyn Fn() -> BoxFuture<'static, ()> + Send + Sync>,
}

impl Stage {
    /// The address of a page.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.site)
    }

    /// Whether the browser is Firefox: where it truly differs, a story says how.
    pub fn is_firefox(&self) -> bool {
        self.browser == "firefox"
    }
}

/// A story.
pub struct Story {
    /// Its name, and its transcripts'.
    pub name: &'static str,
    /// What it shows, for the transcript's header.
    pub shows: &'static str,
    /// The browsers that it can happen in.
    pub browsers: &'static [&'static str],
    /// Tells it.
    pub tell: for<'a> fn(&'a Stage) -> BoxFuture<'a, ()>,
}

const BOTH: &[&str] = &["chrome", "firefox"];

/// All of them.
pub const STORIES: &[Story] = &[
    journey::STORY,
    movements::STORY,
    views::STORY,
    tabs::STORY,
    downloads::STORY,
    failures::STORY,
    dialogs::STORY,
    frames::STORY,
    crash::STORY,
];

/// A test for each story in each of its browsers, and one that none is forgotten. `$tell`: an async function that takes the
/// story's name and the browser's.
macro_rules! each_story {
    ($tell:path) => {
        $crate::common::stories::each_story! { $tell;
            chrome: journey movements views tabs downloads failures dialogs frames crash;
            firefox: journey movements views tabs downloads failures dialogs frames;
        }
    };
    ($tell:path; $($browser:ident: $($name:ident)*;)*) => {
        $(mod $browser {
            $(#[tokio::test]
            async fn $name() {
                $tell(stringify!($name), stringify!($browser)).await;
            })*
        })*

        #[test]
        fn none_is_forgotten() {
            let told = [$($((stringify!($name), stringify!($browser))),*),*];
            for story in $crate::common::stories::STORIES {
                for browser in story.browsers {
                    assert!(told.contains(&(story.name, *browser)), "{} in {browser}", story.name);
                }
            }
        }
    };
}
pub(crate) use each_story;

/// The story of this name.
pub fn named(name: &str) -> &'static Story {
    STORIES.iter().find(|story| story.name == name).unwrap_or_else(|| panic!("there is no story {name}"))
}
