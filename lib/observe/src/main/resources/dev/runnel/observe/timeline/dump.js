// The third page: a dump of the goroutines, those at the same place together, if one was given along with the trace.
"use strict";

const MEMBERS_SHOWN = 100, OTHERS_SHOWN = 8;

function showDump(box, app) {
  const places = new Map(Array.from(app.model.trace.id, (id, g) => [id, g]));
  const all = app.dump.reduce((n, group) => n + group.members.length, 0);
  box.replaceChildren(
    element("h2", {}, counted(all, "goroutine") + " at " + counted(app.dump.length, "place")),
    ...app.dump.map((group, i) => dumpGroup(app, group, places, i === 0)));
}

function dumpGroup(app, group, places, isOpen) {
  const {members, state, place, stack, on, creators} = group, {model} = app;
  const known = members.map(member => places.get(parseInt(member, 10)) ?? NONE).filter(g => g !== NONE);
  const to = text => dumped(app, text, places);
  return element("details", isOpen ? {open: ""} : {},
    element("summary", {}, element("span", {class: "count"}, count(members.length)), state, element("span", {class: "place"}, place)),
    rows(
      since(model, known),
      on.length === 0 ? null : ["on", shortened(on, OTHERS_SHOWN)],
      creators.length === 0 ? null : ["created by", ...listed(creators, OTHERS_SHOWN, to)]),
    element("pre", {}, stack.map(line => line.trim()).join("\n")),
    element("div", {class: "members"}, ...listed(members, MEMBERS_SHOWN, to)));
}

/** For how long they have been in the state in which the trace ends; null if it does not know. */
function since(model, members) {
  const {replay, spans} = model;
  const times = members.map(g => replay.last[g]).filter(s => s !== NONE).map(s => spans.end[s] - spans.start[s]);
  if (times.length === 0) return null;
  const least = duration(times.reduce((a, b) => Math.min(a, b))), most = duration(times.reduce((a, b) => Math.max(a, b)));
  return ["since", least === most ? least : least + " to " + most];
}

/** A goroutine by number: a link to its last span, if the trace has it. */
function dumped(app, text, places) {
  const g = places.get(parseInt(text, 10));
  if (g === undefined) return element("span", {}, text);
  return link(text, () => {
    app.page("timeline");
    app.goTo({g, span: app.model.replay.last[g]}, false);
  });
}

function listed(all, most, show) {
  const shown = all.slice(0, most).map(one => [show(one), " "]).flat();
  return all.length > most ? [...shown, "and " + count(all.length - most) + " more"] : shown;
}

function shortened(all, most) {
  return all.slice(0, most).join(", ") + (all.length > most ? " and " + count(all.length - most) + " more" : "");
}
