// Arrows between lanes: who woke whom, who made whom, who took work from whom.
"use strict";

const FEW = 150, MOST = 1500, SCANNED = 100000;

function paintArrows(c, app, theme) {
  const {view, layout, model} = app, {spans} = model;
  const source = (event, x) => {
    const p = model.trace.p[event];
    return {x, y: p < 0 ? layout.scroll + RULER + 2 : anchor(layout.ofP(p))};
  };
  for (const event of eventsWithArrows(app)) {
    const kind = model.trace.kind[event], x = view.x(model.trace.time[event]);
    if (kind === STOLEN) {
      const from = layout.ofP(model.trace.a[event]), to = layout.ofP(model.trace.p[event]);
      if (from && to) arrow(c, {x, y: anchor(from)}, {x, y: anchor(to)}, theme.stole, [2, 3]);
      continue;
    }
    const run = firstRun(model, event), colour = kind === CREATED ? theme.made : theme.woke, dashes = kind === CREATED ? [6, 3] : [];
    if (run !== NONE) arrow(c, source(event, x), {x: view.x(spans.start[run]), y: anchor(layout.ofP(spans.p[run]))}, colour, dashes);
    const doer = layout.ofGoroutine(model.trace.a[event]), target = layout.ofGoroutine(model.trace.g[event]);
    if (doer && target) arrow(c, {x, y: anchor(doer)}, {x, y: anchor(target)}, colour, dashes);
  }
}

/** Above the names. */
function anchor(lane) {
  return lane.y + (lane.kind === P_LANE ? 11 : lane.height / 2);
}

/** The slice to which a creation or a wake-up led; NONE if there is none in the trace. */
function firstRun(model, event) {
  const runnable = model.replay.opens[event];
  const run = runnable === NONE ? NONE : model.spans.next[runnable];
  return run !== NONE && model.spans.state[run] === RUNNING ? run : NONE;
}

function beginsArrow(kind) {
  return kind === CREATED || kind === READIED || kind === STOLEN;
}

function isFew(trace, from, to) {
  if (to - from > MOST) return false;
  let arrows = 0;
  for (let i = from; i < to; i++) if (beginsArrow(trace.kind[i])) arrows++;
  return arrows <= FEW;
}

/** All in sight if they are few, else those of the selected goroutine. */
function eventsWithArrows(app) {
  const {view, model, selection} = app, {trace, replay, spans} = model;
  const from = eventAfter(trace, view.from - 1), to = eventAfter(trace, view.to);
  const g = selection !== null && selection.g >= 0 ? selection.g : NONE, found = new Set();
  const all = app.arrows && isFew(trace, from, to);
  const wanted = i => all || g !== NONE && (trace.g[i] === g || trace.a[i] === g && trace.kind[i] !== STOLEN);
  if (!all && g === NONE || to - from > SCANNED) return found;
  for (let i = from; i < to && found.size < MOST; i++) {
    const kind = trace.kind[i];
    if (!beginsArrow(kind) && kind !== STARTED && kind !== RUNS || !wanted(i)) continue;
    if (kind !== STARTED && kind !== RUNS) {
      found.add(i);
      continue;
    }
    // Where an arrow arrives that began out of sight.
    const runnable = spans.previous[replay.opens[i]], cause = runnable === NONE ? NONE : spans.opened[runnable];
    if (cause !== NONE && (trace.kind[cause] === CREATED || trace.kind[cause] === READIED)) found.add(cause);
  }
  return found;
}

/** A curve with a head: an arch within one lane, else leaving and arriving steeply. */
function arrow(c, from, to, colour, dashes) {
  const down = Math.sign(to.y - from.y);
  const reach = down === 0 ? -12 : down * Math.min(24, Math.abs(to.y - from.y) / 2);
  const bend = {x1: from.x, y1: from.y + reach, x2: to.x, y2: to.y - reach * (down === 0 ? -1 : 1)};
  c.strokeStyle = c.fillStyle = colour;
  c.lineWidth = 1.5;
  c.setLineDash(dashes);
  c.beginPath();
  c.moveTo(from.x, from.y);
  c.bezierCurveTo(bend.x1, bend.y1, bend.x2, bend.y2, to.x, to.y);
  c.stroke();
  c.setLineDash([]);
  const size = Math.max(4, Math.min(8, Math.hypot(to.x - from.x, to.y - from.y) / 3));
  const angle = Math.atan2(to.y - bend.y2, to.x - bend.x2);
  c.beginPath();
  c.moveTo(to.x, to.y);
  for (const side of [-0.4, 0.4]) c.lineTo(to.x - size * Math.cos(angle + side), to.y - size * Math.sin(angle + side));
  c.fill();
  c.beginPath();
  c.arc(from.x, from.y, 2, 0, 7);
  c.fill();
}
