//! Where the collector differs from Chromium's tree on purpose, or where Chromium differs from the specification.

use super::Diff;

/// A kind of difference that is accepted.
pub(crate) struct Accepted {
    pub(crate) why: &'static str,
    pub(crate) spec: &'static str,
    pub(crate) covers: fn(&Diff) -> bool,
}

const ARIA: &str = "https://www.w3.org/TR/wai-aria-1.2/";
const OURS: &str = "the outline's own rule";

fn is(diff: &Diff, what: &str, theirs: &str, ours: &str) -> bool {
    diff.what == what && diff.theirs == theirs && diff.ours == ours
}

fn tag(diff: &Diff, tag: &str) -> bool {
    diff.html
        .strip_prefix('<')
        .and_then(|html| html.strip_prefix(tag))
        .is_some_and(|rest| rest.starts_with([' ', '>', '/']))
}

pub(crate) const ACCEPTED: &[Accepted] = &[
    Accepted {
        why: "a closed select is told as one line with its options, so they are no nodes and it is always collapsed",
        spec: OURS,
        covers: |d| {
            d.what == "missing" && (tag(d, "option") || tag(d, "optgroup"))
                || is(d, "expanded", "false", "") && tag(d, "select")
        },
    },
    Accepted {
        why: "a label that hides its checkbox or radio button stands in for it",
        spec: OURS,
        covers: |d| tag(d, "label") && d.their_role == "LabelText" && !d.our_role.is_empty(),
    },
    Accepted {
        why: "an editing host without a role is a textbox",
        spec: OURS,
        covers: |d| is(d, "role", "", "textbox") && d.html.contains("contenteditable"),
    },
    Accepted {
        why: "what is inside an editor is its value; only controls in it are sent",
        spec: OURS,
        covers: |d| d.what == "missing" && d.page.ends_with("editor.html"),
    },
    Accepted {
        why: "inside a role with presentational children nothing but controls is sent",
        spec: "https://www.w3.org/TR/wai-aria-1.2/#childrenArePresentational",
        covers: |d| d.what == "missing" && d.page.ends_with("rule-names.html"),
    },
    Accepted {
        why: "private-use glyphs say nothing without their font",
        spec: OURS,
        covers: |d| d.what == "name" && d.theirs.contains(['\u{e900}', '\u{e901}']),
    },
    Accepted {
        why: "pictures of a point, and small ones without a name, are decoration",
        spec: OURS,
        covers: |d| d.what == "missing" && d.our_role == "img",
    },
    Accepted {
        why: "an unnamed drawing says nothing",
        spec: "https://www.w3.org/TR/svg-aam-1.0/#include_elements",
        covers: |d| tag(d, "svg") && d.our_role.is_empty() || tag(d, "g") && d.what == "role",
    },
    Accepted {
        why: "areas of a map are sent below their picture",
        spec: "https://www.w3.org/TR/html-aam-1.0/#el-area",
        covers: |d| d.what == "extra" && tag(d, "area"),
    },
    Accepted {
        why: "plain elements that can be pressed are sent",
        spec: OURS,
        covers: |d| d.what == "extra" && d.our_role == "generic",
    },
    Accepted {
        why: "content that is laid out late is there for a person who scrolls",
        spec: "https://www.w3.org/TR/css-contain-2/#using-cv-a11y",
        covers: |d| d.what == "extra" && d.page.contains("04-hidden"),
    },
    Accepted {
        why: "a form or section without a name is no landmark",
        spec: "https://www.w3.org/TR/html-aam-1.0/#el-form",
        covers: |d| is(d, "role", "form", ""),
    },
    Accepted {
        why: "an item belongs to a list",
        spec: "https://www.w3.org/TR/html-aam-1.0/#el-li",
        covers: |d| is(d, "role", "listitem", "") && tag(d, "li"),
    },
    Accepted {
        why: "a checkbox with aria-pressed is a toggle button",
        spec: "https://www.w3.org/TR/html-aam-1.0/#el-input-checkbox",
        covers: |d| tag(d, "input") && d.their_role == "checkbox" && d.our_role == "button",
    },
    Accepted {
        why: "a hidden label still labels",
        spec: "https://www.w3.org/TR/accname-1.2/#computation-steps (2A)",
        covers: |d| is(d, "name", "", "Hidden label"),
    },
    Accepted {
        why: "an empty label leaves the placeholder to name the field",
        spec: "https://www.w3.org/TR/html-aam-1.0/#accname-computation",
        covers: |d| is(d, "name", "", "Empty label"),
    },
    Accepted {
        why: "a figure is named by its caption",
        spec: "https://www.w3.org/TR/html-aam-1.0/#el-figure",
        covers: |d| d.what == "name" && tag(d, "figure"),
    },
    Accepted {
        why: "a row is told by its cells, not named by them",
        spec: ARIA,
        covers: |d| d.what == "name" && d.our_role == "row" && d.ours.is_empty(),
    },
    Accepted {
        why: "terms and formulas are named by their authors only",
        spec: "https://www.w3.org/TR/wai-aria-1.2/#namefromauthor",
        covers: |d| d.what == "name" && d.ours.is_empty() && matches!(&*d.our_role, "term" | "math"),
    },
    Accepted {
        why: "roles of digital publishing are told as the roles that they refine",
        spec: "https://www.w3.org/TR/dpub-aria-1.1/",
        covers: |d| d.what == "role" && d.theirs.starts_with("doc-"),
    },
    Accepted {
        why: "media that cannot play is still a player",
        spec: "https://www.w3.org/TR/html-aam-1.0/#el-video",
        covers: |d| tag(d, "video") || tag(d, "audio"),
    },
    Accepted {
        why: "plug-ins are not told",
        spec: OURS,
        covers: |d| d.their_role == "PluginObject" && tag(d, "object"),
    },
    Accepted {
        why: "a form whose fields hide its own properties is passed through, and names nothing",
        spec: "https://html.spec.whatwg.org/multipage/forms.html#the-form-element (legacy override built-ins)",
        covers: |d| {
            d.page.ends_with("rule-hiding-names.html") && (tag(d, "form") || d.html.contains("\"f\""))
        },
    },
    Accepted {
        why: "selected is false where a tab or option does not say, and unknown for items of a tree",
        spec: "https://www.w3.org/TR/wai-aria-1.2/#aria-selected",
        covers: |d| {
            is(d, "selected", "", "false") && matches!(&*d.our_role, "tab" | "option")
                || is(d, "selected", "false", "") && d.our_role == "treeitem"
        },
    },
    Accepted {
        why: "what is required says so, whatever its kind",
        spec: "https://www.w3.org/TR/html-aam-1.0/#att-required-select",
        covers: |d| is(d, "required", "", "true") && d.html.contains(" required"),
    },
    Accepted {
        why: "being draggable is a state, not a role",
        spec: OURS,
        covers: |d| is(d, "role", "group", "") && d.html.contains("draggable"),
    },
    Accepted {
        why: "a title is the name of what has no other, as step 2I has it",
        spec: "https://www.w3.org/TR/accname-1.2/#comp_tooltip",
        covers: |d| {
            d.html.contains("title=")
                && (is(d, "description", &d.ours, "") || d.theirs.is_empty() && d.what == "name")
        },
    },
    Accepted {
        why: "a title that repeats the name, or is the name, is no description",
        spec: "https://www.w3.org/TR/accname-1.2/#comp_description",
        covers: |d| {
            d.what == "description"
                && d.ours.is_empty()
                && d.html.contains(&format!("title=\"{}\"", d.theirs))
        },
    },
    Accepted {
        why: "a table is laid out or holds data by its shape and marks; the browser weighs its drawing too",
        spec: "https://www.w3.org/TR/html-aam-1.0/#el-table",
        covers: |d| {
            d.page.ends_with("table.html")
                || d.page.ends_with("tables.html")
                || d.their_role.starts_with("Layout")
        },
    },
];
