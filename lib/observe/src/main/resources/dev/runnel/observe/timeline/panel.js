// The panel at the side: what is known of the selected slice, goroutine or channel, with links that go there.
"use strict";

/** An element with attributes (functions are listeners) and children; text is only ever text. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children.filter(child => child !== null));
  return made;
}

function link(text, act) {
  return element("button", {type: "button", class: "link", click: act}, text);
}

function rows(...all) {
  return element("dl", {}, ...all.filter(row => row !== null)
    .flatMap(([name, ...value]) => [element("dt", {}, name), element("dd", {}, ...value)]));
}

class Panel {
  constructor(box, app) {
    this.box = box;
    this.app = app;
    this.model = app.model;
    this.trace = app.model.trace;
  }

  show() {
    const {selection} = this.app;
    const parts = selection === null ? this.whole() : selection.channel ? this.channel(selection.channel)
      : [...(selection.span === NONE ? [] : this.span(selection.span)), ...this.goroutine(selection.g)];
    const back = this.app.history.length === 0 ? [] : [link("← back", () => this.app.back())];
    this.box.replaceChildren(...back, ...parts);
    this.box.scrollTop = 0;
  }

  to(g) {
    return g < 0 ? this.model.title(g) : link(this.model.title(g), () => this.app.goToGoroutine(g));
  }

  toSpan(text, s) {
    return s === NONE ? text : link(text, () => this.app.goTo({g: this.model.spans.g[s], span: s}));
  }

  toWaitedOn(event) {
    const what = waitedOn(this.trace, event), channel = this.trace.b[event];
    return what === null ? null : channel > 0 ? link(what, () => this.app.goTo({channel})) : what;
  }

  at(event) {
    return " at " + instant(this.trace.time[event]);
  }

  /** Who did an event: a link to the slice in which that was. */
  doer(event) {
    const doer = this.trace.a[event];
    return this.toSpan(this.model.title(doer), doerSlice(this.model, event));
  }

  whole() {
    const {trace, model} = this, length = trace.end - trace.from;
    return [
      element("h2", {}, "The whole trace"),
      rows(
        ["length", duration(length) + (trace.clock === "virtual" ? " of virtual time" : "")],
        ["events", count(trace.size)],
        ["goroutines", count(trace.goroutines)],
        ["carriers", trace.carriers],
        trace.complete ? null : ["before it", trace.lost > 0 ? counted(trace.lost, "event was", "events were") + " overwritten" : "not recorded"]),
      element("h3", {}, "Ps: share of time in which something ran"),
      rows(...model.running.slice(0, 32).map((_, p) => ["P" + p, share(model.busy[p], length)])),
      element("h3", {}, "Ran longest"),
      rows(...busiest(model, 8).map(({g, time}) => [duration(time), this.to(g)])),
    ];
  }

  goroutine(g) {
    const {trace, model} = this, all = totals(model, g), made = children(trace, g);
    const {created, ended, last} = model.replay, event = created[g], end = ended[g], state = model.spans.state[last[g]];
    const isPinned = this.app.layout.pinned.includes(g);
    const waits = [...all.waits].sort((a, b) => b[1].time - a[1].time);
    const button = (text, act) => element("button", {type: "button", click: act}, text);
    return [
      element("h2", {}, capital(model.title(g))),
      element("p", {class: "tools"}, button(isPinned ? "Remove lane" : "Keep lane", () => this.app.pin(g, !isPinned)),
        button("◀ slice", () => this.app.step(-1)), button("slice ▶", () => this.app.step(1))),
      rows(
        event === NONE ? ["created", "by ", this.to(trace.by[g])] : ["created", "by ", this.doer(event), this.at(event)],
        end !== NONE ? [trace.a[end] === 1 ? "failed" : "ended", this.toSpan(instant(trace.time[end]), last[g])]
          : ["at the end", last[g] === NONE ? "not known: no event of it is left" : this.toSpan(STATES[state], last[g])]),
      ...(all.whole > 0 ? [this.states(all)] : []),
      ...(waits.length === 0 ? [] : [element("h3", {}, "Waits"),
        rows(...waits.map(([reason, wait]) => [reason, duration(wait.time) + ", " + counted(wait.times, "time")]))]),
      ...(made.length === 0 ? [] : [element("h3", {}, "Created " + counted(made.length, "goroutine")),
        this.list(made, 30, child => this.to(child))]),
    ];
  }

  states(all) {
    const line = state => element("tr", {},
      element("th", {scope: "row"}, element("i", {class: "swatch " + STATES[state]}), STATES[state]),
      ...[duration(all.time[state]), share(all.time[state], all.whole), count(all.spans[state]) + SPACE + "×",
        this.toSpan("longest", all.longest[state])].map(cell => element("td", {}, cell)));
    return element("table", {}, ...[RUNNING, RUNNABLE, WAITING, OUTSIDE].filter(state => all.spans[state] > 0).map(line));
  }

  span(s) {
    const {spans} = this.model, state = spans.state[s], length = duration(spans.end[s] - spans.start[s]);
    const heads = ["Was runnable for ", "Ran for ", "Waited for ", "Ran without a P for "];
    return [
      element("h2", {}, heads[state] + length),
      rows(
        ["from", instant(spans.start[s]) + (spans.opened[s] === NONE ? " or earlier" : "")],
        spans.p[s] >= 0 ? ["on", "P" + spans.p[s]] : null,
        ...this.beginning(s, state),
        ...this.ending(s),
        ...(state === RUNNING ? this.deeds(s) : [])),
    ];
  }

  beginning(s, state) {
    const {spans, trace} = this.model, event = spans.opened[s], before = spans.previous[s];
    if (event === NONE) return [];
    const found = [];
    const on = state === WAITING ? this.toWaitedOn(event) : null;
    if (state === WAITING) found.push(["why", reasonOf(trace, event), ...(on === null ? [] : [" on ", on])]);
    if (state === OUTSIDE) found.push(["why", trace.a[event] === 1 ? "ran too long while others waited" : "blocked in the JDK"]);
    if (state === RUNNABLE && trace.kind[event] === YIELDED) found.push(["why", trace.a[event] === 1 ? "preempted by a schedule" : "gave way"]);
    if (trace.kind[event] === CREATED) found.push(["created by", this.doer(event)]);
    if (trace.kind[event] === READIED) found.push(["woken by", this.doer(event)]);
    const theft = spans.stolen[s];
    if (theft !== NONE) {
      found.push(["stolen", "from P" + trace.a[theft] + " by P" + trace.p[theft] + this.at(theft) + ", " + count(trace.b[theft]) + " in all"]);
    }
    if (before !== NONE) {
      const words = STATES[spans.state[before]] + " for " + duration(spans.end[before] - spans.start[before]);
      found.push(["before", this.toSpan(words, before)]);
      if (state === RUNNING && spans.state[before] === RUNNABLE) found.push(...this.cause(before));
    }
    return found;
  }

  /** Who made a runnable span of what runs now, and on what it had waited. */
  cause(s) {
    const {spans, trace} = this.model, event = spans.opened[s], wait = spans.previous[s];
    if (event === NONE || trace.kind[event] !== CREATED && trace.kind[event] !== READIED) return [];
    const found = [[trace.kind[event] === CREATED ? "created by" : "woken by", this.doer(event)]];
    if (wait !== NONE && spans.opened[wait] !== NONE) {
      found.push(["had waited", this.toSpan(duration(spans.end[wait] - spans.start[wait]) + ", " + stateWords(this.model, wait), wait)]);
    }
    return found;
  }

  ending(s) {
    const {spans, trace} = this.model, event = spans.closed[s], next = spans.next[s];
    if (event === NONE) return [["then", "the trace ends"]];
    if (trace.kind[event] === ENDED) return [["then", trace.a[event] === 1 ? "it failed" : "it ended"]];
    const words = spans.state[next] === RUNNING ? "ran on P" + spans.p[next] : stateWords(this.model, next);
    const found = [["then", this.toSpan(words + " for " + duration(spans.end[next] - spans.start[next]), next)]];
    if (trace.kind[event] === READIED) found.push(["woken by", this.doer(event)]);
    return found;
  }

  deeds(s) {
    const {events, all} = deeds(this.model, s, 30);
    if (all === 0) return [];
    const one = event => element("span", {}, this.trace.kind[event] === CREATED ? "created " : "woke ",
      this.toSpan(this.model.title(this.trace.g[event]), firstRun(this.model, event)));
    return [["meanwhile", this.list(events, all, one, all)]];
  }

  channel(channel) {
    const waits = waitsOn(this.model, channel);
    const one = wait => element("span", {}, this.toSpan(this.model.title(wait.g), wait.first), ": "
      + [duration(wait.time), counted(wait.times, "time"), ...wait.reasons].join(", "));
    return [element("h2", {}, "Chan#" + channel), element("p", {}, counted(waits.length, "goroutine") + " waited on it:"),
      this.list(waits, 50, one)];
  }

  list(all, most, show, whole = all.length) {
    const shown = all.slice(0, most), more = whole - shown.length;
    return element("ul", {}, ...shown.map(one => element("li", {}, show(one))), more > 0 ? element("li", {}, "and " + count(more) + " more") : null);
  }
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}
