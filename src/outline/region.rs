//! The parts of a page, in the order in which an outline tells them.

/// Where on the page an entry is. Declared in the order of the outline: what the page is about comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Region {
    /// An open dialog.
    Dialog,
    /// The main content.
    Main,
    /// A search.
    Search,
    /// Outside of any landmark.
    None,
    /// Navigation.
    Navigation,
    /// The page's header.
    Banner,
    /// The page's footer.
    ContentInfo,
    /// A sidebar.
    Complementary,
}

impl Region {
    /// How many passes over the page the order needs: dialogs, content, then each kind beside it.
    pub(crate) const RANKS: u8 = 6;

    /// The place in the order. Main, search and what is in no landmark keep their order among themselves.
    pub(crate) fn rank(self) -> u8 {
        match self {
            Self::Dialog => 0,
            Self::Main | Self::Search | Self::None => 1,
            Self::Navigation => 2,
            Self::Banner => 3,
            Self::ContentInfo => 4,
            Self::Complementary => 5,
        }
    }

    /// The region's name, as its landmark role; `None` outside of any.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Dialog => Some("dialog"),
            Self::Main => Some("main"),
            Self::Search => Some("search"),
            Self::None => None,
            Self::Navigation => Some("navigation"),
            Self::Banner => Some("banner"),
            Self::ContentInfo => Some("contentinfo"),
            Self::Complementary => Some("complementary"),
        }
    }
}
