// The events replayed: spans of time that each goroutine spent in a state, and when each P was awake. No DOM.
"use strict";

const RUNNABLE = 0, RUNNING = 1, WAITING = 2, OUTSIDE = 3;
const STATES = ["runnable", "running", "waiting", "outside"];
const NONE = -1;

/** In which state a goroutine was before the first event that is known of it; NONE if that made it. */
const BEFORE = [];
BEFORE[CREATED] = NONE;
BEFORE[STARTED] = BEFORE[RUNS] = BEFORE[STOLEN] = RUNNABLE;
BEFORE[PARKED] = BEFORE[YIELDED] = BEFORE[OUT] = BEFORE[ENDED] = RUNNING;
BEFORE[READIED] = WAITING;
BEFORE[BACK] = OUTSIDE;

/**
 * Spans, as columns: of goroutine `g`, in `state`, from `start` to `end`, on `p` (or NONE), opened by event `opened` and closed by
 * `closed` (NONE if that is not in the trace), between `previous` and `next` of the same goroutine.
 */
class Spans {
  constructor(most) {
    this.size = 0;
    this.g = new Int32Array(most);
    this.state = new Uint8Array(most);
    this.start = new Float64Array(most);
    this.end = new Float64Array(most);
    this.p = new Int32Array(most);
    this.opened = new Int32Array(most);
    this.closed = new Int32Array(most);
    this.previous = new Int32Array(most);
    this.next = new Int32Array(most);
    this.stolen = new Int32Array(most);
  }
}

class Replay {
  constructor(trace) {
    this.trace = trace;
    this.spans = new Spans(trace.size + trace.goroutines);
    this.first = new Int32Array(trace.goroutines).fill(NONE);
    this.last = new Int32Array(trace.goroutines).fill(NONE);
    /** The event that made each goroutine. */
    this.created = new Int32Array(trace.goroutines).fill(NONE);
    /** The event with which each goroutine ended. */
    this.ended = new Int32Array(trace.goroutines).fill(NONE);
    /** The span that each event opened. */
    this.opens = new Int32Array(trace.size).fill(NONE);
    /** From when to when each P was awake: starts and ends by turns. */
    this.awake = Array.from({length: trace.procs}, () => []);
    this.open = new Int32Array(trace.goroutines).fill(NONE);
    this.freeSince = new Float64Array(trace.procs).fill(trace.from);
    for (let i = 0; i < trace.size; i++) this.event(i);
    this.finish();
  }

  event(i) {
    const {time, kind, p, g} = this.trace;
    const t = time[i], k = kind[i];
    if (p[i] >= 0) this.wake(i, t, k, p[i]);
    if (g[i] < 0 || k === IDLE || k === WOKEN) return;
    this.known(i, k, p[i], g[i]);
    switch (k) {
      case CREATED:
        this.created[g[i]] = i;
        return this.change(i, t, g[i], RUNNABLE, NONE);
      case STOLEN:
        if (this.open[g[i]] !== NONE) this.spans.stolen[this.open[g[i]]] = i;
        return;
      case STARTED: case RUNS:
        return this.change(i, t, g[i], RUNNING, p[i]);
      case PARKED:
        return this.change(i, t, g[i], WAITING, NONE);
      case READIED: case YIELDED:
        return this.change(i, t, g[i], RUNNABLE, NONE);
      case OUT:
        return this.change(i, t, g[i], OUTSIDE, NONE);
      case BACK:
        return this.change(i, t, g[i], p[i] >= 0 ? RUNNING : RUNNABLE, p[i]);
      case ENDED:
        this.ended[g[i]] = i;
        this.close(i, t, g[i]);
    }
  }

  /** A P that runs something is awake, even if the event that woke it was overwritten. */
  wake(i, t, kind, p) {
    const awake = this.awake[p], isAwake = awake.length % 2 === 1;
    if (kind === IDLE) {
      if (isAwake) awake.push(t);
      else if (awake.length === 0 && !this.trace.complete) awake.push(this.trace.from, t);
    } else if (!isAwake && (kind === WOKEN || kind === STARTED || kind === RUNS || kind === BACK)) {
      awake.push(t);
    } else if (awake.length === 0 && !this.trace.complete && BEFORE[kind] === RUNNING) {
      awake.push(this.trace.from);
    }
  }

  /** The first event of a goroutine tells its state before. */
  known(i, kind, p, g) {
    if (this.last[g] !== NONE || BEFORE[kind] === NONE) return;
    const state = BEFORE[kind], on = state === RUNNING ? p : NONE;
    const since = on >= 0 ? this.freeSince[on] : this.trace.from;
    this.add(g, state, since, on, NONE);
  }

  change(i, t, g, state, p) {
    this.close(i, t, g);
    this.opens[i] = this.add(g, state, t, p, i);
  }

  add(g, state, t, p, event) {
    const spans = this.spans, s = spans.size++, before = this.last[g];
    spans.g[s] = g;
    spans.state[s] = state;
    spans.start[s] = t;
    spans.p[s] = p;
    spans.opened[s] = event;
    spans.closed[s] = spans.stolen[s] = spans.next[s] = NONE;
    spans.previous[s] = before;
    if (before === NONE) this.first[g] = s;
    else spans.next[before] = s;
    this.last[g] = this.open[g] = s;
    return s;
  }

  close(i, t, g) {
    const spans = this.spans, s = this.open[g];
    if (s === NONE) return;
    spans.end[s] = t;
    spans.closed[s] = i;
    if (spans.p[s] >= 0) this.freeSince[spans.p[s]] = t;
    this.open[g] = NONE;
  }

  finish() {
    const spans = this.spans;
    for (const s of this.open) if (s !== NONE) spans.end[s] = this.trace.end;
    for (const awake of this.awake) if (awake.length % 2 === 1) awake.push(this.trace.end);
  }
}
