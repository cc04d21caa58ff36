// Mouse, keyboard and the search box.
"use strict";

const STEP = 1.35, STRIDE = 0.15;

function listen(app) {
  const {canvas} = app.painter;
  canvas.addEventListener("wheel", event => wheel(app, event), {passive: false});
  canvas.addEventListener("pointerdown", event => press(app, event));
  canvas.addEventListener("pointermove", event => move(app, event));
  canvas.addEventListener("pointerup", event => release(app, event));
  canvas.addEventListener("pointerleave", () => app.point(null));
  canvas.addEventListener("dblclick", () => app.zoomToSelection());
  window.addEventListener("keydown", event => key(app, event));
  search(app);
}

function place(event) {
  return {x: event.offsetX, y: event.offsetY};
}

function wheel(app, event) {
  event.preventDefault();
  const unit = event.deltaMode === 1 ? 30 : 1;
  if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
    app.view.pan((event.deltaX || event.deltaY) * unit);
  } else {
    app.view.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002)), place(event).x);
  }
  app.redraw();
}

function press(app, event) {
  if (event.button !== 0) return;
  app.painter.canvas.setPointerCapture(event.pointerId);
  app.drag = {...place(event), moved: false};
  if (event.shiftKey) app.band = {from: event.offsetX, to: event.offsetX};
}

function move(app, event) {
  const {x, y} = place(event), {drag} = app;
  app.point({x, y});
  if (drag === undefined) return;
  if (Math.abs(x - drag.x) + Math.abs(y - drag.y) > 3) drag.moved = true;
  if (!drag.moved) return;
  if (app.band !== null) {
    app.band.to = x;
  } else {
    app.view.pan(drag.x - x);
    app.layout.scrollBy(drag.y - y);
    Object.assign(drag, {x, y});
  }
  app.redraw();
}

function release(app, event) {
  const {drag, band} = app;
  app.drag = undefined;
  app.band = null;
  if (drag === undefined) return;
  if (band !== null && drag.moved) {
    app.view.show(app.view.time(Math.min(band.from, band.to)), app.view.time(Math.max(band.from, band.to)));
  } else if (!drag.moved) {
    app.clickAt(place(event));
  }
  app.redraw();
}

const KEYS = {
  w: app => app.zoom(STEP), "+": app => app.zoom(STEP), "=": app => app.zoom(STEP),
  s: app => app.zoom(1 / STEP), "-": app => app.zoom(1 / STEP),
  a: app => app.view.pan(-STRIDE * app.view.width), ArrowLeft: app => app.view.pan(-STRIDE * app.view.width),
  d: app => app.view.pan(STRIDE * app.view.width), ArrowRight: app => app.view.pan(STRIDE * app.view.width),
  ArrowUp: app => app.layout.scrollBy(-40), ArrowDown: app => app.layout.scrollBy(40),
  0: app => app.view.all(), f: app => app.zoomToSelection(),
  "[": app => app.step(-1), "]": app => app.step(1), Backspace: app => app.back(), Escape: app => app.select(null),
  "/": app => app.search.focus(),
};

function key(app, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, select, textarea") || app.shown !== "timeline") return;
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (act === undefined) return;
  event.preventDefault();
  act(app);
  app.redraw();
}

/** A list under the box: by pointer, or with the arrow keys and Enter. */
function search(app) {
  const box = app.search = document.getElementById("search"), list = document.getElementById("hits");
  const search = new Search(app.model.trace);
  let hits = [], chosen = 0;
  const close = () => {
    list.hidden = true;
    box.setAttribute("aria-expanded", "false");
  };
  const take = hit => {
    close();
    box.blur();
    app.page("timeline");
    if (hit.channel) app.goTo({channel: hit.channel});
    else app.goToGoroutine(hit.g);
  };
  const show = () => {
    const found = search.find(box.value, 40);
    hits = found.hits;
    chosen = Math.min(chosen, Math.max(0, hits.length - 1));
    list.replaceChildren(...hits.map((hit, i) => element("li",
      {role: "option", id: "hit" + i, "aria-selected": String(i === chosen), pointerdown: event => { event.preventDefault(); take(hit); }},
      hit.channel ? "Chan#" + hit.channel + ", " + counted(hit.waits, "wait") : capital(app.model.title(hit.g)))));
    if (found.all !== hits.length || hits.length === 0) {
      list.append(element("li", {class: "note"}, hits.length === 0 ? "nothing found" : "and " + count(found.all - hits.length) + " more"));
    }
    list.hidden = box.value.trim() === "";
    box.setAttribute("aria-expanded", String(!list.hidden));
    box.setAttribute("aria-activedescendant", hits.length > 0 ? "hit" + chosen : "");
    list.children[chosen]?.scrollIntoView({block: "nearest"});
  };
  box.addEventListener("input", () => { chosen = 0; show(); });
  box.addEventListener("focus", show);
  box.addEventListener("blur", close);
  box.addEventListener("keydown", event => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      chosen = Math.max(0, Math.min(hits.length - 1, chosen + (event.key === "ArrowDown" ? 1 : -1)));
      show();
    } else if (event.key === "Enter" && hits.length > 0) {
      take(hits[chosen]);
    } else if (event.key === "Escape") {
      box.blur();
    }
  });
}
