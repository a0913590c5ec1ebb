//! States of a node, as the collector packs them into one number.

/// The states of a node: bits, the same as `STATE` in the collector's `states.js`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct State(pub u32);

/// A state of three: off, on, or part of each. `None` where the element has no such state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tri {
    /// Off.
    False,
    /// On.
    True,
    /// Partly on.
    Mixed,
}

macro_rules! flags {
    ($($(#[$doc:meta])* $method:ident $bit:literal),* $(,)?) => {
        impl State {
            $($(#[$doc])* pub fn $method(self) -> bool { self.0 & (1 << $bit) != 0 })*
        }
    };
}

flags! {
    /// Takes the keyboard's focus.
    is_focusable 0,
    /// A plain element that a pointer can press, or that takes focus without a role.
    is_clickable 1,
    /// Cannot be used.
    is_disabled 2,
    /// Cannot be changed.
    is_readonly 3,
    /// Must be filled in.
    is_required 4,
    /// Holds what the page refuses.
    is_invalid 5,
    /// Is being updated.
    is_busy 14,
    /// Keeps everything outside of it from being used.
    is_modal 15,
    /// Takes more than one choice.
    is_multiple 16,
    /// Takes more than one line.
    is_multiline 17,
    /// Takes text.
    is_editable 18,
    /// Its value stays in the page.
    is_secret 19,
    /// Holds a document of its own.
    is_frame 20,
    /// Nobody sees it as it is.
    is_unseen 22,
    /// Its text is told as it changes.
    is_live 23,
    /// Can be dragged.
    is_draggable 24,
    /// Has more than it shows.
    is_scrollable 25,
    /// Its name is its content.
    is_named_by_content 26,
}

impl State {
    fn tri(self, bit: u32) -> Option<Tri> {
        match self.0 >> bit & 3 {
            1 => Some(Tri::False),
            2 => Some(Tri::True),
            3 => Some(Tri::Mixed),
            _ => None,
        }
    }

    /// Whether a box is ticked or a choice taken.
    pub fn checked(self) -> Option<Tri> {
        self.tri(6)
    }

    /// Whether a toggle is pressed.
    pub fn pressed(self) -> Option<Tri> {
        self.tri(8)
    }

    /// Whether it is selected.
    pub fn selected(self) -> Option<Tri> {
        self.tri(10)
    }

    /// Whether what it opens is open.
    pub fn expanded(self) -> Option<Tri> {
        self.tri(12)
    }
}
