// Which lanes there are, from top to bottom, and where each of them is. No DOM.
"use strict";

const RULER = 28;
const COUNTER_LANE = "counter", P_LANE = "p", G_LANE = "g";
const HEIGHTS = {[COUNTER_LANE]: 40, [P_LANE]: 38, [G_LANE]: 30};
const TALLEST_P = 64, GAP = 6;

class Layout {
  constructor(model) {
    this.model = model;
    this.pinned = [];
    this.selected = NONE;
    this.scroll = 0;
    this.height = 1;
    this.arrange();
  }

  arrange() {
    const lanes = this.lanes = [];
    const {counters, trace} = this.model;
    for (const counter of counters) if (counter.most > 0) lanes.push({kind: COUNTER_LANE, counter});
    for (let p = 0; p < trace.procs; p++) lanes.push({kind: P_LANE, p});
    for (const g of this.goroutines()) lanes.push({kind: G_LANE, g});
    let y = RULER + GAP, kind = lanes[0].kind;
    for (const lane of lanes) {
      if (lane.kind !== kind) y += 8;
      kind = lane.kind;
      lane.y = y;
      lane.height = kind === P_LANE ? this.heightOfP() : HEIGHTS[kind];
      y += lane.height + GAP;
    }
    this.total = y;
    this.scrollBy(0);
  }

  /** Ps share the room that is left, with some kept free for goroutines. */
  heightOfP() {
    const counters = this.lanes.filter(lane => lane.kind === COUNTER_LANE).length * (HEIGHTS[COUNTER_LANE] + GAP);
    const left = this.height - RULER - 4 * GAP - counters - 2 * (HEIGHTS[G_LANE] + GAP);
    return Math.max(HEIGHTS[P_LANE], Math.min(TALLEST_P, Math.floor(left / this.model.trace.procs) - GAP));
  }

  /** Those with a lane: the pinned ones, and the selected one. */
  goroutines() {
    return this.selected === NONE || this.pinned.includes(this.selected) ? this.pinned : [...this.pinned, this.selected];
  }

  pin(g, wanted) {
    this.pinned = this.pinned.filter(other => other !== g);
    if (wanted) this.pinned.push(g);
    this.arrange();
  }

  select(g) {
    this.selected = g;
    this.arrange();
  }

  scrollBy(pixels) {
    this.scroll = Math.max(0, Math.min(this.scroll + pixels, this.total - this.height));
  }

  ofP(p) {
    return this.lanes.find(lane => lane.kind === P_LANE && lane.p === p);
  }

  ofGoroutine(g) {
    return this.lanes.find(lane => lane.kind === G_LANE && lane.g === g);
  }

  /** The lane at a height of the canvas. */
  at(y) {
    const inside = y + this.scroll;
    return y < RULER ? undefined : this.lanes.find(lane => lane.y - 3 <= inside && inside < lane.y + lane.height + 3);
  }

  reveal(lane) {
    if (lane.y - this.scroll < RULER + 4) this.scroll = lane.y - RULER - 4;
    if (lane.y + lane.height - this.scroll > this.height) this.scroll = lane.y + lane.height + 8 - this.height;
    this.scrollBy(0);
  }
}
