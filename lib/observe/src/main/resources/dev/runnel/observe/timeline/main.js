// Starts the page, and holds what its parts share: the view, the lanes, the selection.
"use strict";

class App {
  constructor(model) {
    this.model = model;
    this.view = new View(model.trace.from, model.trace.end);
    this.layout = new Layout(model);
    /** null, {g, span} or {channel}. */
    this.selection = null;
    this.history = [];
    this.arrows = true;
    this.pointer = null;
    this.band = null;
    this.shown = "timeline";
    this.painter = new Painter(document.getElementById("canvas"), this);
    this.panel = new Panel(document.getElementById("panel"), this);
    this.labels = document.getElementById("lanes");
    this.frames = [];
    listen(this);
    this.controls();
    showLabels(this.labels, this);
    this.panel.show();
    new ResizeObserver(() => {
      this.painter.resize();
      showLabels(this.labels, this);
      this.paint();
    }).observe(this.painter.canvas);
  }

  controls() {
    const change = (id, act) => document.getElementById(id).addEventListener("change", event => act(event.target));
    const click = (id, act) => document.getElementById(id).addEventListener("click", act);
    change("arrows", box => { this.arrows = box.checked; this.redraw(); });
    change("colours", box => { this.model.colourBy(box.value); this.redraw(); });
    document.getElementById("colours").value = this.model.colouredBy;
    click("all", () => { this.view.all(); this.redraw(); });
    click("to-timeline", () => this.page("timeline"));
    click("to-ending", () => this.page("ending"));
    click("to-dump", () => this.page("dump"));
    this.dump = JSON.parse(document.getElementById("dumped").textContent);
    document.getElementById("to-dump").hidden = this.dump.length === 0;
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { this.painter.theme.read(); this.redraw(); });
  }

  redraw() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => this.paint());
  }

  paint() {
    this.pending = false;
    const began = performance.now();
    this.painter.draw();
    this.labels.style.transform = "translateY(" + -this.layout.scroll + "px)";
    this.frames.push(performance.now() - began);
    if (this.frames.length > 100) this.frames.shift();
  }

  select(selection) {
    this.selection = selection;
    this.layout.select(selection !== null && selection.g >= 0 ? selection.g : NONE);
    this.changed();
    document.getElementById("spoken").textContent = selection === null ? "nothing selected"
      : selection.channel ? "Chan#" + selection.channel : this.model.title(selection.g);
  }

  changed() {
    showLabels(this.labels, this);
    this.panel.show();
    this.redraw();
  }

  pin(g, wanted) {
    this.layout.pin(g, wanted);
    this.changed();
  }

  /** To a goroutine: to its first slice, without another zoom. */
  goToGoroutine(g) {
    const {spans, replay} = this.model;
    let s = replay.first[g];
    while (s !== NONE && spans.state[s] !== RUNNING) s = spans.next[s];
    this.goTo({g, span: s === NONE ? replay.first[g] : s}, false);
  }

  /** Selects, and moves to where that is; "back" leads here again. */
  goTo(selection, mayZoom = true) {
    this.history.push({selection: this.selection, from: this.view.from, to: this.view.to});
    this.select(selection);
    const {spans} = this.model, s = selection.span;
    if (s === undefined || s === NONE) return;
    this.view.reveal(spans.start[s], spans.end[s], mayZoom);
    this.layout.reveal(spans.p[s] >= 0 ? this.layout.ofP(spans.p[s]) : this.layout.ofGoroutine(selection.g));
  }

  back() {
    const was = this.history.pop();
    if (was === undefined) return;
    Object.assign(this.view, {from: was.from, to: was.to});
    this.select(was.selection);
  }

  /** The slice before or after the selected span. */
  step(direction) {
    if (this.selection === null || !(this.selection.span >= 0)) return;
    const {spans} = this.model, beside = direction < 0 ? spans.previous : spans.next;
    let s = beside[this.selection.span];
    while (s !== NONE && spans.state[s] !== RUNNING) s = beside[s];
    if (s !== NONE) this.goTo({g: this.selection.g, span: s});
  }

  zoom(factor) {
    this.view.zoom(factor, this.pointer?.x ?? this.view.width / 2);
  }

  zoomToSelection() {
    const s = this.selection?.span ?? NONE, {spans} = this.model;
    if (s === NONE) return;
    const margin = (spans.end[s] - spans.start[s]) * 0.15 + 10;
    this.view.show(spans.start[s] - margin, spans.end[s] + margin);
    this.redraw();
  }

  /** The span at a place of the canvas; NONE if there is none. */
  spanAt({x, y}) {
    const lane = this.layout.at(y), t = this.view.time(x), slack = 3 * this.view.scale;
    if (lane === undefined || lane.kind === COUNTER_LANE) return NONE;
    return (lane.kind === P_LANE ? this.model.running[lane.p] : this.model.lane(lane.g)).at(t, slack);
  }

  clickAt(place) {
    const s = this.spanAt(place);
    if (s !== NONE) this.history.push({selection: this.selection, from: this.view.from, to: this.view.to});
    this.select(s === NONE ? null : {g: this.model.spans.g[s], span: s});
  }

  /** Where the pointer is; a hint says what is there. */
  point(place) {
    this.pointer = place;
    const hint = document.getElementById("hint"), words = place === null ? "" : this.hint(place);
    hint.hidden = words === "";
    hint.textContent = words;
    if (place !== null) {
      const left = place.x > this.view.width - 260;
      hint.style.left = left ? "auto" : place.x + 14 + "px";
      hint.style.right = left ? this.view.width - place.x + 14 + "px" : "auto";
      hint.style.top = place.y + 16 + "px";
    }
    this.redraw();
  }

  hint(place) {
    const lane = this.layout.at(place.y), {model} = this, {spans} = model;
    if (lane === undefined) return "";
    if (lane.kind === COUNTER_LANE) return count(lane.counter.at(model.trace, this.view.time(place.x))) + " " + STATES[lane.counter.state];
    const s = this.spanAt(place);
    return s === NONE ? "" : capital(model.title(spans.g[s])) + "\n" + stateWords(model, s) + " for " + duration(spans.end[s] - spans.start[s]);
  }

  page(name) {
    this.shown = name;
    for (const page of ["timeline", "ending", "dump"]) {
      document.getElementById(page).hidden = page !== name;
      document.getElementById("to-" + page).setAttribute("aria-pressed", String(page === name));
    }
    if (name === "ending") showEnding(document.getElementById("ending"), this);
    if (name === "dump") showDump(document.getElementById("dump"), this);
  }
}

async function start() {
  const status = document.getElementById("status");
  try {
    const began = performance.now(), bytes = await unpack(document.getElementById("data").textContent);
    const trace = decode(bytes), app = new App(new Model(trace));
    app.loading = performance.now() - began;
    // For the console: timeline.model.trace has the columns.
    globalThis.timeline = app;
    const length = duration(trace.end - trace.from) + (trace.clock === "virtual" ? " virtual" : "");
    status.textContent = [counted(trace.size, "event"), counted(trace.goroutines, "goroutine"), counted(trace.procs, "P"), length].join(", ")
      + (trace.lost > 0 ? "; " + counted(trace.lost, "earlier event") + " lost" : "");
  } catch (error) {
    status.textContent = "This trace cannot be shown: " + error.message;
    status.className = "trouble";
    throw error;
  }
}

start();
