//! A page: the tree of its main document, and those of the frames in it.

use super::tree::Tree;

/// Trees of one page, put together by their frames.
#[derive(Debug)]
pub struct Page<'a> {
    pub(crate) frames: Vec<Frame<'a>>,
}

/// One document of a page.
#[derive(Debug)]
pub(crate) struct Frame<'a> {
    /// What the caller knows the document by.
    pub(crate) document: &'a str,
    /// The document and the node in it that holds this one; `None` for the main document.
    pub(crate) holder: Option<(usize, u32)>,
    /// The tree, or why there is none.
    pub(crate) tree: Result<Tree<'a>, &'a str>,
}

impl<'a> Page<'a> {
    /// A page with its main document. `document` is the caller's key for it, one that changes whenever the
    /// document is replaced: refs hang on it.
    pub fn new(document: &'a str, tree: Tree<'a>) -> Self {
        Self { frames: vec![Frame { document, holder: None, tree: Ok(tree) }] }
    }

    /// Adds the document of a frame: `holder` is the document (as returned here; 0 is the main one) and the number
    /// of the frame's element in it. Returns the new document's place.
    pub fn add_frame(&mut self, holder: (usize, u32), document: &'a str, tree: Tree<'a>) -> usize {
        self.frames.push(Frame { document, holder: Some(holder), tree: Ok(tree) });
        self.frames.len() - 1
    }

    /// Notes that a frame (or a closed shadow root) cannot be read; the outline says so in one line. `why` is our
    /// own word, never the page's: `"the frame did not answer in 2 s"`.
    pub fn add_unreadable(&mut self, holder: (usize, u32), why: &'a str) {
        self.frames.push(Frame { document: "", holder: Some(holder), tree: Err(why) });
    }

    /// The tree of a document.
    pub fn tree(&self, frame: usize) -> Option<&Tree<'a>> {
        self.frames.get(frame)?.tree.as_ref().ok()
    }

    /// The documents held by a node, in the order in which they were added.
    pub(crate) fn held_by(&self, frame: usize, node: u32) -> impl Iterator<Item = usize> + '_ {
        let holder = Some((frame, node));
        self.frames
            .iter()
            .enumerate()
            .filter(move |(_, inner)| inner.holder == holder)
            .map(|(place, _)| place)
    }
}
