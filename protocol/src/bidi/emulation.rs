//! [Emulation](https://w3c.github.io/webdriver-bidi/#module-emulation): what a page is told about its surroundings.
//!
//! `None` in the place of a value is sent as `null` and takes the override back. Chromium 156 and Firefox 153 both
//! take every command here, but for the two that say so.

use super::Scope;
use crate::message::{Nothing, commands, words};
use serde::Serialize;

commands! {
    SetGeolocationOverride<'a> = "emulation.setGeolocationOverride" -> Nothing;
    SetLocaleOverride<'a> = "emulation.setLocaleOverride" -> Nothing;
    SetTimezoneOverride<'a> = "emulation.setTimezoneOverride" -> Nothing;
    SetUserAgentOverride<'a> = "emulation.setUserAgentOverride" -> Nothing;
    SetNetworkConditions<'a> = "emulation.setNetworkConditions" -> Nothing;
    SetScreenOrientationOverride<'a> = "emulation.setScreenOrientationOverride" -> Nothing;
    SetScreenSettingsOverride<'a> = "emulation.setScreenSettingsOverride" -> Nothing;
    SetScriptingEnabled<'a> = "emulation.setScriptingEnabled" -> Nothing;
    SetTouchOverride<'a> = "emulation.setTouchOverride" -> Nothing;
}

/// Where the device is, [BiDi](https://w3c.github.io/webdriver-bidi/#command-emulation-setGeolocationOverride).
/// Whether a page may ask is another matter.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SetGeolocationOverride<'a> {
    /// The place.
    pub coordinates: Option<Coordinates>,
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}

/// A place, [BiDi](https://w3c.github.io/webdriver-bidi/#type-emulation-GeolocationCoordinates).
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Coordinates {
    /// Degrees north, -90 to 90.
    pub latitude: f64,
    /// Degrees east, -180 to 180.
    pub longitude: f64,
    /// Metres; the browser takes 1 if `None`.
    pub accuracy: Option<f64>,
}

/// Language and region, [BiDi](https://w3c.github.io/webdriver-bidi/#command-emulation-setLocaleOverride).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SetLocaleOverride<'a> {
    /// A BCP 47 tag, `de-DE`.
    pub locale: Option<&'a str>,
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}

/// Time zone, [BiDi](https://w3c.github.io/webdriver-bidi/#command-emulation-setTimezoneOverride).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SetTimezoneOverride<'a> {
    /// An IANA name, `Asia/Tokyo`, or an offset, `+05:30`.
    pub timezone: Option<&'a str>,
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}

/// The browser's name for itself,
/// [BiDi](https://w3c.github.io/webdriver-bidi/#command-emulation-setUserAgentOverride).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetUserAgentOverride<'a> {
    /// The whole text.
    pub user_agent: Option<&'a str>,
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}

/// Cuts the network off, [BiDi](https://w3c.github.io/webdriver-bidi/#command-emulation-setNetworkConditions).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetNetworkConditions<'a> {
    /// `None`: on line again.
    pub network_conditions: Option<NetworkConditions>,
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}

/// How the network behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum NetworkConditions {
    /// As if unplugged.
    Offline,
}

/// How the screen is held, [BiDi](https://w3c.github.io/webdriver-bidi/#command-emulation-setScreenOrientationOverride).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetScreenOrientationOverride<'a> {
    /// The orientation.
    pub screen_orientation: Option<ScreenOrientation>,
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}

/// How a screen is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScreenOrientation {
    /// How it is built.
    pub natural: Natural,
    /// How it is turned.
    #[serde(rename = "type")]
    pub kind: Orientation,
}

words! {
    /// How a screen is built.
    Natural {
        /// Higher than wide.
        Portrait = "portrait",
        /// Wider than high.
        Landscape = "landscape",
    }
}

words! {
    /// How a screen is turned.
    Orientation {
        /// Upright.
        PortraitPrimary = "portrait-primary",
        /// Upright, upside down.
        PortraitSecondary = "portrait-secondary",
        /// Across.
        LandscapePrimary = "landscape-primary",
        /// Across, the other way.
        LandscapeSecondary = "landscape-secondary",
    }
}

/// The screen's size, [BiDi](https://w3c.github.io/webdriver-bidi/#command-emulation-setScreenSettingsOverride).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetScreenSettingsOverride<'a> {
    /// The size.
    pub screen_area: Option<ScreenArea>,
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}

/// A screen's size in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ScreenArea {
    /// Width.
    pub width: u32,
    /// Height.
    pub height: u32,
}

/// Turns scripts off, [BiDi](https://w3c.github.io/webdriver-bidi/#command-emulation-setScriptingEnabled).
/// Chromium only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SetScriptingEnabled<'a> {
    /// `Some(false)` turns them off; `true` is not a value of the specification, `None` is.
    pub enabled: Option<bool>,
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}

/// Makes the device one that is touched, [BiDi](https://w3c.github.io/webdriver-bidi/#command-emulation-setTouchOverride).
/// Chromium only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetTouchOverride<'a> {
    /// Fingers that it feels at once, at least 1.
    pub max_touch_points: Option<u32>,
    /// For whom.
    #[serde(flatten)]
    pub scope: Scope<'a>,
}
