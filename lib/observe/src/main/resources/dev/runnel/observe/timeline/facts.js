// What can be said of a goroutine, a span or a channel: why it waited, who woke it, for how long. No DOM.
"use strict";

function reasonOf(trace, event) {
  const a = trace.a[event];
  return trace.reasons[a] ?? "reason " + a;
}

/** On what a goroutine waited, as dumps say it; null if it was several things or nothing. */
function waitedOn(trace, event) {
  const b = trace.b[event];
  return b === 0 ? null : b > 0 ? "Chan#" + b : "lock " + -b;
}

/** How long a goroutine was in each state, and its waits by reason. */
function totals(model, g) {
  const {trace, replay, spans} = model;
  const all = {time: [0, 0, 0, 0], spans: [0, 0, 0, 0], longest: [NONE, NONE, NONE, NONE], waits: new Map()};
  for (let s = replay.first[g]; s !== NONE; s = spans.next[s]) {
    const state = spans.state[s], length = spans.end[s] - spans.start[s], longest = all.longest[state];
    all.time[state] += length;
    all.spans[state]++;
    if (longest === NONE || length > spans.end[longest] - spans.start[longest]) all.longest[state] = s;
    if (state === WAITING) {
      const reason = spans.opened[s] === NONE ? "not known" : reasonOf(trace, spans.opened[s]);
      const wait = all.waits.get(reason) ?? {times: 0, time: 0};
      wait.times++;
      wait.time += length;
      all.waits.set(reason, wait);
    }
  }
  all.whole = all.time.reduce((a, b) => a + b, 0);
  return all;
}

/** The slice of the one who did an event (made or woke another), or NONE if it was none or is not known. */
function doerSlice(model, event) {
  const {trace, spans} = model, doer = trace.a[event], t = trace.time[event];
  if (doer < 0) return NONE;
  const level = model.lane(doer).levels[0];
  for (let i = level.after(t - 0.5); i < level.size && level.start[i] <= t; i++) {
    const s = level.first[i];
    const begun = spans.opened[s] === NONE || spans.opened[s] < event;
    if (begun && (spans.closed[s] === NONE || spans.closed[s] > event)) return s;
  }
  return NONE;
}

/** The events by which the goroutine of a slice made or woke others during it, at most `most` of `all`. */
function deeds(model, s, most) {
  const {trace, spans} = model, g = spans.g[s], found = {events: [], all: 0};
  const from = spans.opened[s] === NONE ? 0 : spans.opened[s] + 1;
  const to = spans.closed[s] === NONE ? trace.size : spans.closed[s];
  for (let i = from; i < to; i++) {
    if (trace.a[i] !== g || trace.kind[i] !== CREATED && trace.kind[i] !== READIED) continue;
    found.all++;
    if (found.events.length < most) found.events.push(i);
  }
  return found;
}

/** The goroutines that ran longest. */
function busiest(model, most) {
  const {spans, trace} = model, time = new Float64Array(trace.goroutines);
  for (let s = 0; s < spans.size; s++) if (spans.state[s] === RUNNING) time[spans.g[s]] += spans.end[s] - spans.start[s];
  const top = [];
  for (let g = 0; g < time.length; g++) {
    if (time[g] === 0 || top.length === most && time[g] <= top[most - 1].time) continue;
    top.push({g, time: time[g]});
    top.sort((a, b) => b.time - a.time);
    if (top.length > most) top.pop();
  }
  return top;
}

/** The goroutines that a goroutine made. */
function children(trace, g) {
  const found = [];
  for (let i = 0; i < trace.goroutines; i++) if (trace.by[i] === g) found.push(i);
  return found;
}

/** Who waited on a channel, how often and how long in all; most time first. */
function waitsOn(model, channel) {
  const {trace, replay, spans} = model, found = new Map();
  for (let i = 0; i < trace.size; i++) {
    if (trace.kind[i] !== PARKED || trace.b[i] !== channel) continue;
    const g = trace.g[i], s = replay.opens[i];
    const wait = found.get(g) ?? {g, times: 0, time: 0, first: s, reasons: new Set()};
    wait.times++;
    wait.time += spans.end[s] - spans.start[s];
    wait.reasons.add(reasonOf(trace, i));
    found.set(g, wait);
  }
  return [...found.values()].sort((a, b) => b.time - a.time);
}

/** Those that had not ended when the trace did: groups by state and reason, the largest first. */
function atTheEnd(model) {
  const {trace, replay, spans} = model, groups = new Map();
  for (let g = 0; g < trace.goroutines; g++) {
    const s = replay.last[g];
    if (replay.ended[g] !== NONE) continue;
    const state = s === NONE ? NONE : spans.state[s], event = s === NONE ? NONE : spans.opened[s];
    const why = state === NONE ? "nothing is known of them" : state !== WAITING ? STATES[state]
      : event === NONE ? "waiting" : reasonOf(trace, event);
    const group = groups.get(why) ?? {why, state, members: []};
    group.members.push({g, s, on: state === WAITING && event !== NONE ? waitedOn(trace, event) : null});
    groups.set(why, group);
  }
  return [...groups.values()].sort((a, b) => b.members.length - a.members.length);
}
