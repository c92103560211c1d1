//! Contrast of colours, as WCAG 2 defines it, for the tests of boards and pictures.

/// Relative luminance of a colour: red, green and blue from 0 to 255.
fn luminance(colour: [u8; 3]) -> f64 {
    let linear = colour.map(|part| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    });
    0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
}

/// Contrast of two colours, from 1 to 21.
pub fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn the_contrast_is_that_of_the_standard() {
    let (white, black, grey) = ([255; 3], [0; 3], [0x80; 3]);
    assert!((contrast(white, black) - 21.0).abs() < 1e-9 && (contrast(grey, grey) - 1.0).abs() < 1e-9);
    assert!((contrast(grey, white) - 3.95).abs() < 0.01 && (contrast(white, grey) - 3.95).abs() < 0.01);
}
