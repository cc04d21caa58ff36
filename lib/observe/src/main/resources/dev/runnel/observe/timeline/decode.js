// The embedded text back into columns: base64, gzip, numbers of variable length. The writer is Packed.java. No DOM.
"use strict";

const KINDS = ["created", "started", "running", "parked", "readied", "yielded", "stolen", "out", "back", "ended", "idle", "woken"];
const [CREATED, STARTED, RUNS, PARKED, READIED, YIELDED, STOLEN, OUT, BACK, ENDED, IDLE, WOKEN] = KINDS.keys();

/** Places in the table of goroutines that are none. */
const NOBODY = -1, UNKNOWN = -2;

async function unpack(base64) {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

class Bytes {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  // Not by shifts: numbers have up to 53 bits, and times 63, of which the last are rounded.
  unsigned() {
    const bytes = this.bytes;
    let byte = bytes[this.at++], n = byte & 127, weight = 128;
    while (byte > 127) {
      byte = bytes[this.at++];
      n += (byte & 127) * weight;
      weight *= 128;
    }
    return n;
  }

  signed() {
    const bytes = this.bytes;
    let byte = bytes[this.at++], n = (byte & 127) >> 1, weight = 64;
    const negative = byte & 1;
    while (byte > 127) {
      byte = bytes[this.at++];
      n += (byte & 127) * weight;
      weight *= 128;
    }
    return negative ? -n - 1 : n;
  }

  text() {
    const length = this.unsigned();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }

  texts() {
    return Array.from({length: this.unsigned()}, () => this.text());
  }

  differences(column) {
    for (let i = 0, now = 0; i < column.length; i++) column[i] = now += this.signed();
    return column;
  }
}

/**
 * The trace: what is said of the whole, `id`, `name` and `by` of each goroutine, and of each event `time`, `kind`, `p`, `g`, `a`, `b`.
 * A goroutine is its place in the table, NOBODY for 0, and UNKNOWN if nothing is known of it.
 */
function decode(bytes) {
  const input = new Bytes(bytes);
  const version = input.unsigned();
  if (version !== 1) throw new Error("the data has version " + version + ", and this page knows 1");
  const trace = {
    procs: input.unsigned(), carriers: input.text(), clock: input.text(), complete: input.unsigned() === 1,
    end: input.unsigned(), lost: input.unsigned(), reasons: input.texts(),
  };
  const kinds = input.texts().map(word => KINDS.indexOf(word));
  goroutines(trace, input);
  const n = trace.size = input.unsigned();
  trace.time = input.differences(new Float64Array(n));
  trace.kind = new Uint8Array(n);
  for (let i = 0; i < n; i++) trace.kind[i] = kinds[input.unsigned()];
  trace.p = new Int32Array(n);
  for (let i = 0; i < n; i++) trace.p[i] = input.unsigned() - 1;
  trace.g = input.differences(new Int32Array(n));
  trace.a = new Float64Array(n);
  for (let i = 0; i < n; i++) trace.a[i] = input.signed();
  trace.b = new Float64Array(n);
  for (let i = 0; i < n; i++) trace.b[i] = input.signed();
  for (let i = 0; i < n; i++) {
    trace.g[i]--;
    if (trace.kind[i] === CREATED || trace.kind[i] === READIED) trace.a[i]--;
  }
  if (n > 0) trace.end = Math.max(trace.end, trace.time[n - 1]); // large times are rounded, each by itself
  trace.from = trace.complete || n === 0 ? 0 : trace.time[0];
  return trace;
}

function goroutines(trace, input) {
  const names = input.texts();
  const n = trace.goroutines = input.unsigned();
  trace.id = new Float64Array(n);
  trace.name = new Array(n);
  trace.by = new Int32Array(n);
  for (let i = 0, id = 0; i < n; i++) {
    trace.id[i] = id += input.unsigned();
    const name = input.unsigned();
    trace.name[i] = name === 0 ? null : names[name - 1];
    const by = input.unsigned();
    trace.by[i] = by === 0 ? NOBODY : by === 1 ? UNKNOWN : by - 2;
  }
}
