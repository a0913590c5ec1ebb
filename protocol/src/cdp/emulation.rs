//! [Emulation](https://chromedevtools.github.io/devtools-protocol/tot/Emulation/): screen, focus and touch. It ends
//! with the session that asked for it.

use crate::message::{Nothing, commands};
use serde::Serialize;

commands! {
    SetDeviceMetricsOverride = "Emulation.setDeviceMetricsOverride" -> Nothing;
    ClearDeviceMetricsOverride = "Emulation.clearDeviceMetricsOverride" -> Nothing;
    SetFocusEmulationEnabled = "Emulation.setFocusEmulationEnabled" -> Nothing;
    SetTouchEmulationEnabled = "Emulation.setTouchEmulationEnabled" -> Nothing;
}

/// Sets the page's size.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetDeviceMetricsOverride {
    /// CSS pixels; 0 leaves it.
    pub width: u32,
    /// CSS pixels; 0 leaves it.
    pub height: u32,
    /// Device pixels a CSS pixel; 0 leaves it.
    pub device_scale_factor: f64,
    /// Whether it is a telephone: overlaid scroll bars, text made larger, the `viewport` meta element obeyed.
    pub mobile: bool,
}

/// Takes [`SetDeviceMetricsOverride`] back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ClearDeviceMetricsOverride {}

/// Lets the page believe that it has the keyboard, also behind others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SetFocusEmulationEnabled {
    /// Whether.
    pub enabled: bool,
}

/// Makes the device one that is touched.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SetTouchEmulationEnabled {
    /// Whether.
    pub enabled: bool,
    /// Fingers that it feels at once; 1 if `None`.
    pub max_touch_points: Option<u32>,
}
