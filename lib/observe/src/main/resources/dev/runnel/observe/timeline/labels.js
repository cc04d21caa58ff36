// The names of the lanes beside the canvas; those of goroutines are links, and can be kept or removed.
"use strict";

function showLabels(box, app) {
  box.replaceChildren(...app.layout.lanes.map(lane => {
    const place = "top:" + lane.y + "px;height:" + lane.height + "px";
    return element("div", {class: "lane", role: "listitem", style: place}, ...labelOf(lane, app));
  }));
}

function labelOf(lane, app) {
  const {model} = app;
  switch (lane.kind) {
    case COUNTER_LANE:
      return [element("b", {}, STATES[lane.counter.state]), element("small", {}, "up to " + count(lane.counter.most))];
    case P_LANE: {
      const busy = share(model.busy[lane.p], model.trace.end - model.trace.from);
      return [element("b", {}, "P" + lane.p), element("small", {}, busy + " busy")];
    }
    default:
      return goroutineLabel(lane.g, app);
  }
}

function goroutineLabel(g, app) {
  const {model} = app, isPinned = app.layout.pinned.includes(g), title = model.title(g);
  const name = link("g " + model.brief(g), () => app.goToGoroutine(g));
  name.title = capital(title);
  const words = (isPinned ? "Remove" : "Keep") + " the lane of " + title;
  const pin = {type: "button", class: "pin", title: words, "aria-label": words, click: () => app.pin(g, !isPinned)};
  return [name, element("button", pin, isPinned ? "×" : "+")];
}
