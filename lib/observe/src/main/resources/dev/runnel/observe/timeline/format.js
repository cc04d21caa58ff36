// Words for numbers: times, counts, shares. No DOM.
"use strict";

/** Between a number and its unit: they stay on one line. */
const SPACE = "\u00a0";

const UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "µs"], [1, "ns"]];

function unitOf(ns) {
  return UNITS.find(([size]) => Math.abs(ns) >= size) ?? UNITS[3];
}

/** A duration with three digits: 12.3 µs. */
function duration(ns) {
  const [size, unit] = unitOf(ns);
  const n = ns / size;
  const digits = size === 1 || n >= 100 ? 0 : n >= 10 ? 1 : 2;
  return n.toFixed(digits) + SPACE + unit;
}

/** A moment, exact enough to tell it from its neighbours `step` away. */
function moment(ns, step) {
  const [size, unit] = unitOf(Math.max(Math.abs(ns), step));
  const digits = Math.max(0, Math.ceil(Math.log10(size / step) - 1e-9));
  return (ns / size).toFixed(Math.min(digits, 9)) + SPACE + unit;
}

/** A moment as exact as people want to read it. */
function instant(ns) {
  return moment(ns, ns < 1e6 ? 1 : 100);
}

function count(n) {
  return n.toLocaleString("en");
}

function counted(n, one, many = one + "s") {
  return count(n) + " " + (n === 1 ? one : many);
}

function share(part, whole) {
  if (whole <= 0 || part <= 0) return "0" + SPACE + "%";
  const percent = 100 * part / whole;
  return (percent < 0.1 ? "<0.1" : percent < 10 ? percent.toFixed(1) : percent.toFixed(0)) + SPACE + "%";
}
