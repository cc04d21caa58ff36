// How many goroutines were runnable, waiting or outside after each event, and the most and fewest of any range. No DOM.
"use strict";

const FAN = 16;

/** The first event later than a moment. */
function eventAfter(trace, t) {
  let low = 0, high = trace.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (trace.time[middle] > t) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A column with the extremes of each FAN, FAN * FAN, … values. */
class Extremes {
  constructor(values) {
    this.low = [values];
    this.high = [values];
    while (this.low.at(-1).length > FAN) this.grow();
    const {low, high} = this;
    this.least = low.at(-1).reduce((a, b) => Math.min(a, b), Infinity);
    this.most = high.at(-1).reduce((a, b) => Math.max(a, b), 0);
  }

  grow() {
    const below = this.low.at(-1), above = this.high.at(-1), n = Math.ceil(below.length / FAN);
    const low = new Int32Array(n), high = new Int32Array(n);
    for (let i = 0; i < n; i++) {
      const to = Math.min(below.length, (i + 1) * FAN);
      let l = below[i * FAN], h = above[i * FAN];
      for (let j = i * FAN + 1; j < to; j++) {
        if (below[j] < l) l = below[j];
        if (above[j] > h) h = above[j];
      }
      low[i] = l;
      high[i] = h;
    }
    this.low.push(low);
    this.high.push(high);
  }

  /** The extremes of places from (inclusive) to (exclusive), as [least, most]. */
  of(from, to) {
    let least = Infinity, most = -Infinity, level = 0;
    const take = i => {
      least = Math.min(least, this.low[level][i]);
      most = Math.max(most, this.high[level][i]);
    };
    while (from < to) {
      const last = level === this.low.length - 1;
      while (from < to && (last || from % FAN !== 0)) take(from++);
      while (from < to && to % FAN !== 0) take(--to);
      from /= FAN;
      to /= FAN;
      level++;
    }
    return [least, most];
  }
}

class Counter {
  constructor(state, before, values) {
    this.state = state;
    this.before = before;
    this.values = values;
    this.extremes = new Extremes(values);
    this.most = Math.max(before, this.extremes.most);
  }

  /** The value at a moment. */
  at(trace, t) {
    const i = eventAfter(trace, t);
    return i === 0 ? this.before : this.values[i - 1];
  }
}

/** A counter for each of RUNNABLE, WAITING and OUTSIDE. */
function counters(replay) {
  const {trace, spans} = replay;
  const now = new Int32Array(STATES.length);
  for (let s = 0; s < spans.size; s++) if (spans.opened[s] === NONE) now[spans.state[s]]++;
  const before = now.slice(), open = new Int32Array(trace.goroutines).fill(NONE);
  for (let s = 0; s < spans.size; s++) if (spans.opened[s] === NONE) open[spans.g[s]] = spans.state[s];
  const values = STATES.map(() => new Int32Array(trace.size));
  for (let i = 0; i < trace.size; i++) {
    const s = replay.opens[i], g = trace.g[i];
    if (s !== NONE || trace.kind[i] === ENDED) {
      if (open[g] !== NONE) now[open[g]]--;
      open[g] = s === NONE ? NONE : spans.state[s];
      if (s !== NONE) now[open[g]]++;
    }
    for (let state = 0; state < now.length; state++) values[state][i] = now[state];
  }
  return [RUNNABLE, WAITING, OUTSIDE].map(state => new Counter(state, before[state], values[state]));
}
