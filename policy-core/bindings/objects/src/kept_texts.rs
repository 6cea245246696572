//! Texts of JavaScript that are made once: keys, and what the module was built with, such as `allow` and the sentence of a
//! code.
//!
//! Owns how they are found again: by their place in the module, where nothing ever changes them. A text of a request lies
//! elsewhere, and is never kept.

use std::cell::RefCell;
use std::ops::Range;

use wasm_bindgen::JsValue;

/// How many texts are kept at most, a power of two.
const SLOTS: usize = 2048;

/// How many slots are looked at for a text.
const PROBES: usize = 8;

/// The places of the constants in the memory of the module. The stack is before them or after, as the linker likes.
#[cfg(target_family = "wasm")]
fn constants() -> Range<usize> {
    #[expect(
        unsafe_code,
        reason = "only the linker knows; the addresses are taken, and nothing is read there"
    )]
    unsafe extern "C" {
        safe static __global_base: u8;
        safe static __data_end: u8;
    }
    (&raw const __global_base as usize)..(&raw const __data_end as usize)
}

/// Elsewhere the crate is only checked.
#[cfg(not(target_family = "wasm"))]
fn constants() -> Range<usize> {
    0..0
}

/// A text by its place, and what it is in JavaScript.
struct Slot {
    place: usize,
    length: usize,
    value: JsValue,
}

thread_local! {
    static KEPT: RefCell<Vec<Option<Slot>>> = const { RefCell::new(Vec::new()) };
}

/// `value` as a text of JavaScript.
pub(crate) fn text(value: &str) -> JsValue {
    let place = value.as_ptr() as usize;
    if constants().contains(&place) { at(place, value) } else { JsValue::from_str(value) }
}

/// As [`text`], for a text of which it is known that it is a constant.
pub(crate) fn kept(value: &'static str) -> JsValue {
    at(value.as_ptr() as usize, value)
}

fn at(place: usize, value: &str) -> JsValue {
    KEPT.with_borrow_mut(|slots| {
        if slots.is_empty() {
            slots.resize_with(SLOTS, || None);
        }
        // Constants stand close to each other, so that the lowest bits differ most.
        let first = place.wrapping_add(value.len() * 31);
        for probe in 0..PROBES {
            let Some(slot) = slots.get_mut((first + probe) % SLOTS) else { break };
            match slot {
                Some(slot) if slot.place == place && slot.length == value.len() => return slot.value.clone(),
                Some(_) => {}
                None => {
                    let made = JsValue::from_str(value);
                    *slot = Some(Slot { place, length: value.len(), value: made.clone() });
                    return made;
                }
            }
        }
        JsValue::from_str(value)
    })
}
