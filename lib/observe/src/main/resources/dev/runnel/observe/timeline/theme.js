// The colours of the style sheet, for the canvas; read again when the scheme changes.
"use strict";

class Theme {
  constructor() {
    this.read();
  }

  read() {
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue("--" + name).trim();
    for (const name of ["ground", "lane", "ink", "soft", "line", "awake", "woke", "made", "stole", "mark"]) {
      this[name] = colour(name);
    }
    this.hues = Array.from({length: HUES}, (_, i) => colour("hue" + i));
    this.onHues = Array.from({length: HUES}, (_, i) => colour("on-hue" + i));
    this.states = STATES.map(state => colour(state));
    this.font = "12px " + style.fontFamily;
    this.hatch = null;
  }

  /** Stripes for what runs without a P: told apart by form too. */
  stripes(context) {
    if (this.hatch === null) {
      const tile = document.createElement("canvas");
      tile.width = tile.height = 8;
      const brush = tile.getContext("2d");
      brush.fillStyle = this.states[OUTSIDE];
      brush.fillRect(0, 0, 8, 8);
      brush.strokeStyle = this.ground;
      brush.lineWidth = 2;
      brush.beginPath();
      for (const x of [-8, 0, 8]) {
        brush.moveTo(x - 1, 9);
        brush.lineTo(x + 9, -1);
      }
      brush.stroke();
      this.hatch = context.createPattern(tile, "repeat");
    }
    return this.hatch;
  }
}
