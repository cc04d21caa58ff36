// Which part of the time is seen, and how it maps to pixels. No DOM.
"use strict";

class View {
  constructor(from, to) {
    this.first = from;
    this.last = Math.max(to, from + 1);
    this.least = Math.max(20, this.last * 2 ** -45); // times further apart than this are not the same when rounded
    this.width = 1;
    this.all();
  }

  /** Nanoseconds per pixel. */
  get scale() {
    return (this.to - this.from) / this.width;
  }

  x(t) {
    return (t - this.from) / this.scale;
  }

  time(x) {
    return this.from + x * this.scale;
  }

  all() {
    const margin = (this.last - this.first) * 0.01;
    this.from = this.first - margin;
    this.to = this.last + margin;
  }

  /** The time under x stays there. */
  zoom(factor, x) {
    const most = (this.last - this.first) * 1.02, span = this.to - this.from;
    const wanted = Math.min(most, Math.max(this.least, span / factor)), fixed = this.time(x);
    this.from = fixed - x / this.width * wanted;
    this.to = this.from + wanted;
    this.pan(0);
  }

  /** By pixels; no further than to half of a screen beyond the ends. */
  pan(pixels) {
    const span = this.to - this.from, room = span < this.last - this.first ? span / 2 : span * 0.01;
    const wanted = this.from + pixels * this.scale;
    this.from = Math.min(Math.max(wanted, this.first - room), Math.max(this.last + room - span, this.first - room));
    this.to = this.from + span;
  }

  show(from, to) {
    const middle = (from + to) / 2, span = Math.max(to - from, this.least);
    this.from = middle - span / 2;
    this.to = middle + span / 2;
    this.zoom(1, this.width / 2);
  }

  /** Moves so that a span is well in sight; zooms, if it may, where that would be too small or too large to see. */
  reveal(start, end, mayZoom) {
    const pixels = (end - start) / this.scale;
    if (mayZoom && (pixels < 6 || pixels > 0.9 * this.width)) {
      const span = Math.max((end - start) * 5, 200);
      this.show((start + end - span) / 2, (start + end + span) / 2);
    } else if (this.x(start) < 0.05 * this.width || this.x(end) > 0.95 * this.width) {
      this.pan(this.x((start + end) / 2) - this.width / 2);
    }
  }
}
