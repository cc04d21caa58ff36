// Finds goroutines by number or name, and channels by number. No DOM.
"use strict";

/** How often each channel was waited on. */
function channels(trace) {
  const waits = new Map();
  for (let i = 0; i < trace.size; i++) {
    if (trace.kind[i] === PARKED && trace.b[i] > 0) waits.set(trace.b[i], (waits.get(trace.b[i]) ?? 0) + 1);
  }
  return waits;
}

class Search {
  constructor(trace) {
    this.trace = trace;
    this.channels = null;
  }

  /**
   * What fits the words, at most `most` of `all`: {g} or {channel, waits}. A number means a goroutine or a channel, "#17" or
   * "chan 17" the channel only, all else is part of a name.
   */
  find(words, most) {
    const text = words.trim().toLowerCase(), found = {hits: [], all: 0};
    if (text === "") return found;
    const add = hit => {
      if (found.all++ < most) found.hits.push(hit);
    };
    const {trace} = this, channel = /^(?:chan\s*#?|#)\s*(\d+)$/.exec(text), number = /^(?:g|goroutine)?\s*(\d+)$/.exec(text);
    if (number) {
      const g = this.byId(Number(number[1]));
      if (g >= 0) add({g});
    }
    const wanted = Number((channel ?? (/^\d+$/.test(text) ? number : null))?.[1] ?? NaN);
    this.channels ??= channels(trace);
    if (this.channels.has(wanted)) add({channel: wanted, waits: this.channels.get(wanted)});
    for (let g = 0; g < trace.goroutines; g++) {
      if (trace.name[g] !== null && trace.name[g].toLowerCase().includes(text)) add({g});
    }
    return found;
  }

  byId(id) {
    const ids = this.trace.id;
    let low = 0, high = ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      if (ids[middle] === id) return middle;
      if (ids[middle] < id) low = middle + 1;
      else high = middle - 1;
    }
    return NONE;
  }
}
