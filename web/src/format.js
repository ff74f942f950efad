// SPDX-License-Identifier: MIT
/** Numbers for people: three digits, SI prefixes, a typographic minus sign. */

const PREFIXES = [
    [1e9, "G"],
    [1e6, "M"],
    [1e3, "k"],
    [1, ""],
    [1e-3, "m"],
    [1e-6, "µ"],
    [1e-9, "n"],
];

export const THIN_SPACE = "\u202f";

/** Factor and prefix that make `size` a number between 1 and 1000. */
export function choosePrefix(size) {
    const magnitude = Math.abs(size);
    for (const [factor, prefix] of PREFIXES) {
        // From half a unit of the third digit below, so that 999.6 becomes 1.00 k and not 1000.
        if (magnitude >= factor * 0.9995) {
            return { factor, prefix };
        }
    }
    return { factor: 1, prefix: "" };
}

function withMinus(text) {
    return text.replace("-", "\u2212");
}

/** Digits after the point that leave about three significant ones in all. */
function countDecimals(value) {
    const magnitude = Math.abs(value);
    return magnitude >= 99.95 ? 0 : magnitude >= 9.995 ? 1 : 2;
}

/** "12.3 mN". Values below `floor` are rounding errors: "0 N". */
export function formatSI(value, unit, floor = 1e-9) {
    if (!Number.isFinite(value)) {
        return `–${THIN_SPACE}${unit}`;
    }
    if (Math.abs(value) < floor) {
        return `0${THIN_SPACE}${unit}`;
    }
    const { factor, prefix } = choosePrefix(value);
    const scaled = value / factor;
    return withMinus(scaled.toFixed(countDecimals(scaled))) + THIN_SPACE + prefix + unit;
}

/** Kilograms; grams below one. */
export function formatMass(kilograms) {
    return kilograms >= 1
        ? `${kilograms.toFixed(countDecimals(kilograms))}${THIN_SPACE}kg`
        : formatSI(1000 * kilograms, "g");
}

/** In mm², cm² or m²: SI prefixes of areas are confusing. */
export function formatArea(squareMetres) {
    const [factor, unit] =
        squareMetres >= 0.1 ? [1, "m²"] : squareMetres >= 1e-4 ? [1e-4, "cm²"] : [1e-6, "mm²"];
    const scaled = squareMetres / factor;
    return scaled.toFixed(countDecimals(scaled)) + THIN_SPACE + unit;
}

/** In mm³, cm³ or m³. */
export function formatVolume(cubicMetres) {
    const [factor, unit] =
        cubicMetres >= 0.1 ? [1, "m³"] : cubicMetres >= 1e-6 ? [1e-6, "cm³"] : [1e-9, "mm³"];
    const scaled = cubicMetres / factor;
    return scaled.toFixed(countDecimals(scaled)) + THIN_SPACE + unit;
}

/** "80.0 × 80.0 × 20.0 mm": lengths with one unit. */
export function formatLengths(metres) {
    const largest = Math.max(...metres);
    const [factor, unit] = largest >= 1 ? [1, "m"] : [1e-3, "mm"];
    const decimals = countDecimals(largest / factor);
    const parts = metres.map((value) => (value / factor).toFixed(decimals));
    return `${parts.join(" × ")}${THIN_SPACE}${unit}`;
}

/** A number with a fixed count of decimals, so that a column of them does not jump. */
export function formatFixed(value, decimals) {
    const text = value.toFixed(decimals);
    return withMinus(Number(text) === 0 ? (0).toFixed(decimals) : text);
}

/** Three components with one prefix and unit between them: "1.00  −0.25  3.10 mm/s". */
export function formatVector(values, unit, floor = 1e-9) {
    const largest = Math.max(...values.map(Math.abs));
    const { factor, prefix } = largest < floor ? { factor: 1, prefix: "" } : choosePrefix(largest);
    const decimals = largest < floor ? 0 : countDecimals(largest / factor);
    const parts = values.map((value) => formatFixed(value / factor, decimals));
    return `${parts.join("  ")}${THIN_SPACE}${prefix}${unit}`;
}

/** "12 345": thin spaces between thousands. */
export function formatCount(value) {
    return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, THIN_SPACE);
}

const ROUND = [1, 2, 5, 10];
export const FINELY_ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];

/** Smallest round number (1, 2, 5 or another `choice`, times a power of ten) >= `value`. */
export function ceilNice(value, choice = ROUND) {
    if (!(value > 0)) {
        return 0;
    }
    const power = 10 ** Math.floor(Math.log10(value));
    // A little slack for rounding: 0.2 / 0.1 may be a little more than 2.
    const factor = choice.find((f) => f * power >= value * (1 - 1e-9));
    return factor * power;
}

/** Largest of 1, 2 and 5 times a power of ten that is <= `value`. */
export function floorNice(value) {
    const power = 10 ** Math.floor(Math.log10(value));
    return power * [5, 2, 1].find((factor) => factor * power <= value * (1 + 1e-9));
}

/** Ticks at 1, 2 or 5 times a power of ten within [low, high], about `count` of them. */
export function chooseTicks(low, high, count) {
    const step = ceilNice((high - low) / count);
    const ticks = [];
    if (!(step > 0)) {
        return ticks;
    }
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) {
        ticks.push(i * step);
    }
    return ticks;
}

/** Euler angles in degrees (turns about fixed x, then y, then z) of a quaternion x, y, z, w. */
export function findAngles(x, y, z, w) {
    const degrees = 180 / Math.PI;
    const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
    return [
        degrees * Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
        degrees * Math.asin(sine),
        degrees * Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)),
    ];
}

/** Round lengths: "10 cm". */
export function formatLength(metres) {
    const [factor, unit] =
        metres >= 0.995
            ? [1, "m"]
            : metres >= 0.00995
              ? [0.01, "cm"]
              : metres >= 0.000995
                ? [0.001, "mm"]
                : [1e-6, "µm"];
    return `${Number((metres / factor).toPrecision(3))} ${unit}`;
}
