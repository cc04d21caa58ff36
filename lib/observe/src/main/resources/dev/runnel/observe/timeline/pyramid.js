// Spans of one lane, merged more and more coarsely, so that a frame draws few of them however many there are. No DOM.
"use strict";

/** One level: entries that do not overlap, by their starts. A merged one has the key that most of its busy time has. */
class Level {
  constructor(quantum, size) {
    this.quantum = quantum;
    this.size = 0;
    this.start = new Float64Array(size);
    this.end = new Float64Array(size);
    this.busy = new Float64Array(size);
    this.votes = new Float64Array(size);
    this.key = new Int32Array(size);
    this.count = new Int32Array(size);
    this.first = new Int32Array(size);
  }

  /** Neighbours become one as long as they are not longer than the quantum together. */
  static merged(below, quantum) {
    const level = new Level(quantum, below.size);
    let at = -1;
    for (let i = 0; i < below.size; i++) {
      if (at >= 0 && below.end[i] - level.start[at] <= quantum) level.join(at, below, i);
      else level.copy(++at, below, i);
    }
    level.size = at + 1;
    return level;
  }

  copy(at, from, i) {
    this.start[at] = from.start[i];
    this.end[at] = from.end[i];
    this.busy[at] = from.busy[i];
    this.votes[at] = from.votes[i];
    this.key[at] = from.key[i];
    this.count[at] = from.count[i];
    this.first[at] = from.first[i];
  }

  join(at, from, i) {
    this.end[at] = from.end[i];
    this.busy[at] += from.busy[i];
    this.count[at] += from.count[i];
    if (this.key[at] === from.key[i]) {
      this.votes[at] += from.votes[i];
    } else if ((this.votes[at] -= from.votes[i]) < 0) {
      this.votes[at] = -this.votes[at];
      this.key[at] = from.key[i];
    }
  }

  shrunk() {
    const size = this.size;
    for (const column of ["start", "end", "busy", "votes", "key", "count", "first"]) {
      this[column] = this[column].slice(0, size);
    }
    return this;
  }

  /** The first entry that ends after a moment. */
  after(t) {
    let low = 0, high = this.size;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.end[middle] > t) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

class Pyramid {
  /** Of `refs`, each a place in the columns `start` and `end`; `key` says what is drawn alike. */
  constructor(refs, start, end, key) {
    const base = new Level(0, refs.length);
    refs.forEach((ref, i) => {
      base.start[i] = start[ref];
      base.end[i] = end[ref];
      base.votes[i] = base.busy[i] = end[ref] - start[ref];
      base.key[i] = key(ref);
      base.count[i] = 1;
      base.first[i] = ref;
    });
    base.size = refs.length;
    this.levels = [base];
    if (base.size > 0) this.build(base);
  }

  build(base) {
    const length = base.end[base.size - 1] - base.start[0];
    let top = base;
    for (let quantum = 32; top.size > 256 && quantum < length; quantum *= 2) {
      const next = Level.merged(top, quantum);
      // A level that saves little is not kept.
      if (next.size < 0.7 * top.size) this.levels.push(top = next.shrunk());
    }
  }

  /** The coarsest level that still shows all that is longer than a pixel. */
  level(nsPerPixel) {
    let i = this.levels.length - 1;
    while (this.levels[i].quantum > nsPerPixel) i--;
    return this.levels[i];
  }

  /** Calls `draw(level, entry)` for what is seen from one moment to another. */
  visit(from, to, nsPerPixel, draw) {
    const level = this.level(nsPerPixel);
    let drawn = 0;
    for (let i = level.after(from); i < level.size && level.start[i] < to; i++, drawn++) draw(level, i);
    return drawn;
  }

  /** The ref of the span at a moment, or of the nearest at most `slack` away; NONE if there is none. */
  at(t, slack) {
    const base = this.levels[0], i = base.after(t);
    let best = NONE, distance = slack;
    for (const j of [i, i - 1]) {
      if (j < 0 || j >= base.size) continue;
      const away = Math.max(base.start[j] - t, t - base.end[j], 0);
      if (away <= distance && (best === NONE || away < distance)) {
        best = base.first[j];
        distance = away;
      }
    }
    return best;
  }
}
