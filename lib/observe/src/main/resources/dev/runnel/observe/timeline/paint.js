// One frame: the ruler, the lanes in sight, the arrows, and marks for what is selected and where the pointer is.
"use strict";

class Painter {
  constructor(canvas, app) {
    this.canvas = canvas;
    this.app = app;
    this.context = canvas.getContext("2d");
    this.theme = new Theme();
    this.rectangles = 0;
  }

  resize() {
    const box = this.canvas.getBoundingClientRect(), ratio = window.devicePixelRatio || 1;
    if (box.width === 0) return; // the other page is shown
    const width = Math.max(1, Math.round(box.width)), height = Math.max(1, Math.round(box.height));
    this.canvas.width = width * ratio;
    this.canvas.height = height * ratio;
    this.ratio = ratio;
    this.app.view.width = width;
    this.app.layout.height = height;
    this.app.layout.arrange();
  }

  draw() {
    const {context: c, theme, app} = this, {view, layout} = app;
    c.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    c.fillStyle = theme.ground;
    c.fillRect(0, 0, view.width, layout.height);
    c.font = theme.font;
    c.textBaseline = "middle";
    this.grid();
    this.rectangles = 0;
    c.save();
    c.translate(0, -layout.scroll);
    for (const lane of layout.lanes) {
      if (lane.y + lane.height > layout.scroll && lane.y < layout.scroll + layout.height) {
        this.rectangles += paintLane(c, lane, app, theme);
      }
    }
    paintSelection(c, app, theme);
    paintArrows(c, app, theme);
    c.restore();
    this.ruler();
    this.pointer();
  }

  /** The distance of two ticks: 1, 2 or 5 times a power of ten. */
  step() {
    const least = this.app.view.scale * 110, power = 10 ** Math.floor(Math.log10(least));
    return Math.max(1, [1, 2, 5, 10].map(n => n * power).find(step => step >= least));
  }

  ticks(draw) {
    const {view} = this.app, step = this.step();
    for (let i = Math.ceil(view.from / step); i * step <= view.to; i++) draw(Math.round(view.x(i * step)) + 0.5, i * step);
  }

  grid() {
    const {context: c, theme, app} = this;
    c.strokeStyle = theme.line;
    c.lineWidth = 1;
    c.beginPath();
    this.ticks(x => {
      c.moveTo(x, RULER);
      c.lineTo(x, app.layout.height);
    });
    c.stroke();
  }

  ruler() {
    const {context: c, theme, app} = this, step = this.step();
    c.fillStyle = theme.lane;
    c.fillRect(0, 0, app.view.width, RULER);
    c.fillStyle = theme.soft;
    c.textAlign = "left";
    this.ticks((x, t) => {
      c.fillRect(x - 0.5, RULER - 8, 1, 8);
      if (t >= 0) c.fillText(t === 0 ? "0" : moment(t, step), x + 4, RULER / 2);
    });
  }

  pointer() {
    const {context: c, theme, app} = this, {band, pointer} = app;
    if (band !== null) {
      c.fillStyle = theme.mark;
      c.globalAlpha = 0.2;
      c.fillRect(Math.min(band.from, band.to), RULER, Math.abs(band.to - band.from), app.layout.height);
      c.globalAlpha = 1;
    }
    if (pointer === null) return;
    const text = moment(app.view.time(pointer.x), Math.max(1, app.view.scale)), width = c.measureText(text).width + 10;
    const x = Math.min(Math.max(0, pointer.x - width / 2), app.view.width - width);
    c.fillStyle = theme.ink;
    c.fillRect(Math.round(pointer.x), RULER, 1, app.layout.height);
    c.fillRect(x, 3, width, RULER - 6);
    c.fillStyle = theme.ground;
    c.fillText(text, x + 5, RULER / 2);
  }
}
