// Paints lanes: counters as areas, Ps as slices with the colour of their goroutine, goroutines as a skyline of their states.
"use strict";

const LETTER = 6.5;

/** Returns how many rectangles it took. */
function paintLane(c, lane, app, theme) {
  c.fillStyle = theme.lane;
  c.fillRect(0, lane.y, app.view.width, lane.height);
  switch (lane.kind) {
    case COUNTER_LANE: return paintCounter(c, lane, app, theme);
    case P_LANE: return paintP(c, lane, app, theme);
    default: return paintGoroutine(c, lane, app, theme);
  }
}

/** Light up to the most of each pixel, full up to the fewest. */
function paintCounter(c, lane, app, theme) {
  const {view, model} = app, {counter} = lane, {trace} = model;
  const unit = (lane.height - 2) / counter.most, bottom = lane.y + lane.height;
  const first = Math.max(0, Math.floor(view.x(model.trace.from))), last = Math.min(view.width, Math.ceil(view.x(trace.end)));
  c.fillStyle = theme.states[counter.state];
  let i = eventAfter(trace, view.time(first));
  for (let x = first; x < last; x++) {
    const next = eventAfter(trace, view.time(x + 1));
    let [least, most] = i < next ? counter.extremes.of(i, next) : [Infinity, -Infinity];
    const before = i === 0 ? counter.before : counter.values[i - 1];
    least = Math.min(least, before);
    most = Math.max(most, before);
    if (most > least) {
      c.globalAlpha = 0.45;
      c.fillRect(x, bottom - most * unit, 1, (most - least) * unit);
      c.globalAlpha = 1;
    }
    if (least > 0) c.fillRect(x, bottom - least * unit, 1, least * unit);
    i = next;
  }
  return Math.max(0, last - first);
}

function paintP(c, lane, app, theme) {
  const {view, model, selection} = app, bottom = lane.y + lane.height - 5, full = lane.height - 6;
  const dim = selection !== null && selection.g >= 0;
  c.fillStyle = theme.awake;
  let drawn = model.awake[lane.p].visit(view.from, view.to, view.scale, (level, i) => {
    const x = view.x(level.start[i]);
    c.globalAlpha = level.count[i] === 1 ? 1 : 0.4 + 0.6 * level.busy[i] / (level.end[i] - level.start[i]);
    c.fillRect(x, bottom + 2, Math.max(view.x(level.end[i]) - x, 1), 3);
  });
  drawn += model.running[lane.p].visit(view.from, view.to, view.scale, (level, i) => {
    const one = level.count[i] === 1, g = one ? model.spans.g[level.first[i]] : NONE;
    const left = Math.max(view.x(level.start[i]), -4), right = Math.min(view.x(level.end[i]), view.width + 4);
    const width = Math.max(right - left, 1);
    // Of what is narrower than a pixel, too, the height is the share of it.
    const busy = level.busy[i] / Math.max(level.end[i] - level.start[i], view.scale);
    const height = one && right - left >= 1 ? full : full * (0.2 + 0.8 * busy);
    c.globalAlpha = dim && g !== selection.g ? 0.4 : 1;
    c.fillStyle = theme.hues[level.key[i]];
    c.fillRect(left, bottom - height, width > 4 ? width - 1 : width, height);
    if (one && width > 22) {
      c.fillStyle = c.globalAlpha < 1 ? theme.ink : theme.onHues[level.key[i]];
      c.globalAlpha = 1;
      write(c, model.brief(g), Math.max(left, 0), Math.min(right, view.width), bottom - 9);
    }
  });
  c.globalAlpha = 1;
  return drawn;
}

function paintGoroutine(c, lane, app, theme) {
  const {view, model} = app, bottom = lane.y + lane.height;
  return model.lane(lane.g).visit(view.from, view.to, view.scale, (level, i) => {
    const state = level.key[i], height = stateHeight(state, lane.height);
    const left = Math.max(view.x(level.start[i]), -4), right = Math.min(view.x(level.end[i]), view.width + 4);
    const width = Math.max(right - left, 1);
    c.fillStyle = state === OUTSIDE ? theme.stripes(c) : theme.states[state];
    c.fillRect(left, bottom - height, width > 4 ? width - 1 : width, height);
    if (level.count[i] === 1 && width > 22 && state !== OUTSIDE) {
      const words = state === RUNNING ? "P" + model.spans.p[level.first[i]] : stateWords(model, level.first[i]);
      c.fillStyle = state === RUNNING ? theme.ground : theme.ink;
      write(c, words, Math.max(left, 0), Math.min(right, view.width), lane.y + lane.height / 2 - (state === WAITING ? 3 : 0));
    }
  });
}

function stateHeight(state, height) {
  return state === WAITING ? 4 : state === RUNNABLE ? height * 0.4 : height;
}

function stateWords(model, s) {
  const {spans, trace} = model, event = spans.opened[s];
  switch (spans.state[s]) {
    case RUNNING: return "on P" + spans.p[s];
    case WAITING:
      return event === NONE ? "waiting" : [reasonOf(trace, event), waitedOn(trace, event)].filter(part => part !== null).join(" ");
    default: return STATES[spans.state[s]];
  }
}

/** As much of the words as there is room for: all, most of them, the first, or none. */
function write(c, words, left, right, y) {
  const room = Math.floor((right - left - 8) / LETTER), first = words.split(" ", 1)[0];
  const fitting = words.length <= room ? words : room >= 8 ? words.slice(0, room - 1) + "…" : first.length <= room ? first : "";
  c.textAlign = "left";
  c.fillText(fitting, left + 4, y);
}

/** Frames: the slices of the selected goroutine, and the selected span in each lane that shows it. */
function paintSelection(c, app, theme) {
  const {view, model, selection, layout} = app, {spans} = model;
  if (selection === null || !(selection.g >= 0)) return;
  const base = model.lane(selection.g).levels[0];
  c.strokeStyle = theme.ink;
  for (let i = base.after(view.from), shown = 0; i < base.size && base.start[i] < view.to && shown < 2000; i++, shown++) {
    const s = base.first[i];
    if (spans.p[s] < 0 && s !== selection.span) continue;
    const lanes = [
      spans.p[s] < 0 ? undefined : layout.ofP(spans.p[s]),
      s === selection.span ? layout.ofGoroutine(selection.g) : undefined,
    ];
    const left = Math.max(view.x(spans.start[s]), -4), right = Math.min(view.x(spans.end[s]), view.width + 4);
    for (const lane of lanes) {
      if (lane === undefined) continue;
      if (lane.kind === P_LANE) {
        c.fillStyle = theme.hues[model.hues[selection.g]];
        if (right - left < 3) c.fillRect(left, lane.y + 1, Math.max(1.5, right - left), lane.height - 6);
      }
      c.lineWidth = s === selection.span ? 3 : 1;
      if (s === selection.span || right - left > 4) c.strokeRect(left - 0.5, lane.y + 0.5, Math.max(right - left, 2), lane.height - 1);
    }
  }
}
