// The second page: which goroutines there were when the trace ended, by state and by what they waited for.
"use strict";

const SHOWN = 200;
const COLUMNS = ["goroutine", "on", "for", "created by"];

function showEnding(box, app) {
  const {model} = app, groups = atTheEnd(model), alive = groups.reduce((n, group) => n + group.members.length, 0);
  const others = model.trace.goroutines - alive;
  box.replaceChildren(
    element("h2", {}, alive === 0 ? "All goroutines had ended" : counted(alive, "goroutine") + " at the end of the trace"),
    others === 0 ? "" : element("p", {}, counted(others, "other") + " had ended by then."),
    ...groups.map((group, i) => endingGroup(app, group, i < 3)));
}

function endingGroup(app, group, isOpen) {
  const {members} = group, swatch = group.state === NONE ? "" : "swatch " + STATES[group.state];
  const details = element("details", isOpen ? {open: ""} : {},
    element("summary", {}, element("i", {class: swatch}), (group.state === OUTSIDE ? "outside, without a P" : group.why) + ": " + counted(members.length, "goroutine")),
    element("table", {},
      element("thead", {}, element("tr", {}, ...COLUMNS.map(head => element("th", {scope: "col"}, head)))),
      element("tbody", {}, ...members.slice(0, SHOWN).map(member => endingRow(app, member)))));
  if (members.length > SHOWN) details.append(element("p", {}, "and " + counted(members.length - SHOWN, "other")));
  return details;
}

function endingRow(app, {g, s, on}) {
  const {model} = app, {spans, trace} = model, event = s === NONE ? NONE : spans.opened[s];
  const channel = on !== null && trace.b[event] > 0 ? trace.b[event] : 0;
  const go = (text, act) => link(text, () => {
    app.page("timeline");
    act();
  });
  const by = trace.by[g];
  return element("tr", {},
    element("td", {}, go(model.title(g), () => app.goTo({g, span: s}, false))),
    element("td", {}, channel > 0 ? go(on, () => app.goTo({channel})) : on ?? ""),
    element("td", {}, s === NONE ? "" : duration(spans.end[s] - spans.start[s])),
    element("td", {}, by < 0 ? model.title(by) : go(model.title(by), () => app.goToGoroutine(by))));
}
