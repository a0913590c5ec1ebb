//! Roles, by the names that the collector sends, and what the outline does with each.

use super::region::Region;

macro_rules! roles {
    ($($variant:ident $name:literal),* $(,)?) => {
        /// A role of an entry: those of ARIA 1.2, those that HTML has beside it, and `text` for a run of text.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[expect(missing_docs, reason = "each is the role of its name")]
        pub enum Role {
            $($variant,)*
            /// One that this version does not know; the outline keeps its name.
            Other(u16),
        }

        impl Role {
            /// The role of that name; `None` for one that is not known.
            pub fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$variant),)*
                    _ => None,
                }
            }

            /// The role's name; `None` for [`Role::Other`], whose name the outline has.
            pub fn name(self) -> Option<&'static str> {
                match self {
                    $(Self::$variant => Some($name),)*
                    Self::Other(_) => None,
                }
            }
        }
    };
}

roles! {
    Alert "alert", AlertDialog "alertdialog", Application "application", Article "article", Audio "audio", Banner "banner",
    Blockquote "blockquote", Button "button", Canvas "canvas", Cell "cell", Checkbox "checkbox", ColumnHeader "columnheader",
    Combobox "combobox", Comment "comment", Complementary "complementary", ContentInfo "contentinfo", Dialog "dialog",
    Document "document", Embed "embed", Feed "feed", Figure "figure", Form "form", Generic "generic", Grid "grid",
    GridCell "gridcell", Group "group", Heading "heading", Iframe "iframe", Img "img", Link "link", List "list",
    ListBox "listbox", ListItem "listitem", Log "log", Main "main", Marquee "marquee", Math "math", Menu "menu",
    MenuBar "menubar", MenuItem "menuitem", MenuItemCheckbox "menuitemcheckbox", MenuItemRadio "menuitemradio",
    Meter "meter", Navigation "navigation", Note "note", Option "option", ProgressBar "progressbar", Radio "radio",
    RadioGroup "radiogroup", Region "region", Row "row", RowHeader "rowheader", ScrollBar "scrollbar", Search "search",
    SearchBox "searchbox", Separator "separator", Slider "slider", SpinButton "spinbutton", Status "status",
    Switch "switch", Tab "tab", Table "table", TabList "tablist", TabPanel "tabpanel", Text "text", TextBox "textbox",
    Timer "timer", Toolbar "toolbar", Tooltip "tooltip", Tree "tree", TreeGrid "treegrid", TreeItem "treeitem",
    Video "video",
}

impl Role {
    /// Whether it is operated: pressed, typed into, chosen, moved.
    pub fn is_widget(self) -> bool {
        use Role::*;
        matches!(
            self,
            Button
                | Checkbox
                | Combobox
                | Link
                | ListBox
                | MenuItem
                | MenuItemCheckbox
                | MenuItemRadio
                | Option
                | Radio
                | SearchBox
                | Slider
                | SpinButton
                | Switch
                | Tab
                | TextBox
                | TreeItem
                | Canvas
                | Audio
                | Video
                | Embed
        )
    }

    /// Whether it holds others and its name helps to tell them apart.
    pub fn is_container(self) -> bool {
        use Role::*;
        matches!(
            self,
            AlertDialog
                | Article
                | Dialog
                | Feed
                | Figure
                | Form
                | Grid
                | Group
                | Iframe
                | List
                | ListBox
                | Menu
                | MenuBar
                | RadioGroup
                | Region
                | Search
                | Table
                | TabList
                | TabPanel
                | Toolbar
                | Tree
                | TreeGrid
                | Application
        )
    }

    /// Whether its text is told as it changes.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Alert | Self::Status | Self::Log | Self::Timer | Self::Marquee)
    }

    /// Whether it is a cell of a table or grid.
    pub fn is_cell(self) -> bool {
        matches!(self, Self::Cell | Self::GridCell | Self::ColumnHeader | Self::RowHeader)
    }

    /// Whether it is a dialog.
    pub fn is_dialog(self) -> bool {
        matches!(self, Self::Dialog | Self::AlertDialog)
    }

    /// One of many alike: what a long page is long by.
    pub fn is_item(self) -> bool {
        matches!(
            self,
            Self::Row | Self::ListItem | Self::Option | Self::TreeItem | Self::Article | Self::MenuItem
        )
    }

    /// The region that it opens.
    pub fn region(self) -> Option<Region> {
        match self {
            Self::Main => Some(Region::Main),
            Self::Search => Some(Region::Search),
            Self::Navigation => Some(Region::Navigation),
            Self::Banner => Some(Region::Banner),
            Self::ContentInfo => Some(Region::ContentInfo),
            Self::Complementary => Some(Region::Complementary),
            Self::Dialog | Self::AlertDialog => Some(Region::Dialog),
            _ => None,
        }
    }
}
