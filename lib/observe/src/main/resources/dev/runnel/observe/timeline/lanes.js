// What there is to draw: the replay with a pyramid for each P, and for each goroutine that is asked for. No DOM.
"use strict";

const HUES = 6;

class Model {
  constructor(trace) {
    this.trace = trace;
    this.replay = new Replay(trace);
    this.spans = this.replay.spans;
    this.counters = counters(this.replay);
    this.hues = new Uint8Array(trace.goroutines);
    this.findRoles();
    this.colourBy(this.isVaried() ? "name" : "number");
    this.busy = this.running.map(lane => lane.levels[0].busy.reduce((sum, busy) => sum + busy, 0));
    this.awake = this.replay.awake.map(times => Model.awakeLane(times));
    this.goroutineLanes = new Map();
  }

  /** A role is a name without its numbers; unnamed ones have one, too. */
  findRoles() {
    const {trace} = this, numbers = new Map();
    this.roles = new Int32Array(trace.goroutines);
    this.roleSizes = [];
    for (let g = 0; g < trace.goroutines; g++) {
      const name = trace.name[g], role = name === null ? "" : name.replace(/\d+/g, "").trim();
      if (!numbers.has(role)) numbers.set(role, this.roleSizes.push(0) - 1);
      this.roleSizes[this.roles[g] = numbers.get(role)]++;
    }
  }

  /** Whether no role has most of the goroutines. */
  isVaried() {
    return this.roleSizes.every(size => size <= this.trace.goroutines / 2);
  }

  /** By "name": the same role, the same colour. By "number": neighbours differ. */
  colourBy(what) {
    const {trace} = this;
    this.colouredBy = what;
    for (let g = 0; g < trace.goroutines; g++) {
      this.hues[g] = (what === "name" ? this.roles[g] : trace.id[g]) % HUES;
    }
    this.running = this.slices();
  }

  /** A pyramid of slices for each P. */
  slices() {
    const {spans, trace} = this, sizes = new Int32Array(trace.procs);
    for (let s = 0; s < spans.size; s++) if (spans.p[s] >= 0) sizes[spans.p[s]]++;
    const refs = Array.from(sizes, size => new Int32Array(size)), filled = new Int32Array(trace.procs);
    for (let s = 0; s < spans.size; s++) {
      const p = spans.p[s];
      if (p >= 0) refs[p][filled[p]++] = s;
    }
    return refs.map(of => new Pyramid(of, spans.start, spans.end, s => this.hues[spans.g[s]]));
  }

  static awakeLane(times) {
    const n = times.length / 2, start = new Float64Array(n), end = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      start[i] = times[2 * i];
      end[i] = times[2 * i + 1];
    }
    return new Pyramid(Int32Array.from({length: n}, (_, i) => i), start, end, () => 0);
  }

  /** The spans of a goroutine: all states, in their order. */
  lane(g) {
    let lane = this.goroutineLanes.get(g);
    if (lane === undefined) {
      const {spans} = this, refs = [];
      for (let s = this.replay.first[g]; s !== NONE; s = spans.next[s]) refs.push(s);
      lane = new Pyramid(Int32Array.from(refs), spans.start, spans.end, s => spans.state[s]);
      this.goroutineLanes.set(g, lane);
    }
    return lane;
  }

  /** What a goroutine is called: goroutine 7, or goroutine 7 “reader”. */
  title(g) {
    if (g < 0) return g === UNKNOWN ? "not known" : "a thread or a timer";
    const {id, name} = this.trace;
    return "goroutine " + id[g] + (name[g] === null ? "" : " “" + name[g] + "”");
  }

  brief(g) {
    const {id, name} = this.trace;
    return name[g] === null ? String(id[g]) : id[g] + " " + name[g];
  }
}
