/**
 * Reads a radar sequence: a folder with `sequence.json` and a gzipped PGM per frame. `sequence.json` has
 *     frames      [{ time, file }]
 *     encoding    { dbz: "(value - 64) / 2", missing: 255, noEcho: 0 }
 *     kmPerPixelX, kmPerPixelY
 *     starts      optional: [{ t0, inputs: [time], minutes: [lead time], points }]
 *     margin, thresholdsDbz   optional
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Reflectivity of pixels without an echo. */
export const noEchoDbz = -32;
const minuteMs = 60_000;
const defaults = {
  margin: 64,
  thresholdsDbz: [20, 35],
  points: 300,
  minutes: [5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60],
};
/** Of derived start times. */
const historyMinutes = 25;
const maxDerivedStarts = 6;
/** Between a lead time and the frame that verifies it. */
const toleranceMs = 1.5 * minuteMs;

/** Returns { width, height, maxValue, samples } of a binary PGM. */
function readPgm(path) {
  const file = readFileSync(path);
  const bytes = file[0] === 0x1f && file[1] === 0x8b ? gunzipSync(file) : file;
  const header = [];
  let at = 0;
  while (header.length < 4) {
    while (/\s/.test(String.fromCharCode(bytes[at]))) at += 1;
    const from = at;
    if (bytes[at] === 0x23) while (bytes[at] !== 0x0a) at += 1;
    else {
      while (!/\s/.test(String.fromCharCode(bytes[at]))) at += 1;
      header.push(bytes.toString('latin1', from, at));
    }
  }
  const [magic, width, height, maxValue] = [header[0], ...header.slice(1).map(Number)];
  if (magic !== 'P5') throw new Error(`${path}: not a binary PGM`);
  const count = width * height;
  const raster = bytes.subarray(at + 1);
  const samples = maxValue < 256 ? Uint8Array.from(raster.subarray(0, count)) : new Uint16Array(count);
  if (maxValue >= 256) for (let pixel = 0; pixel < count; pixel += 1) samples[pixel] = raster.readUInt16BE(pixel * 2);
  if (samples.length !== count) throw new Error(`${path}: ${samples.length} of ${count} pixels`);
  return { width, height, maxValue, samples };
}

/** Returns the reflectivity of each pixel value; NaN if missing. */
function decoder({ dbz = '(value - 64) / 2', missing = 255, noEcho = 0 } = {}, maxValue = 255) {
  const linear = /^[\d\s.+\-*/()]*value[\d\s.+\-*/()]*$/;
  if (!linear.test(dbz)) throw new Error(`encoding.dbz: "${dbz}" isn't a formula of "value"`);
  const formula = new Function('value', `return ${dbz};`);
  const missingValues = [missing].flat();
  const emptyValues = [noEcho].flat();
  return Float32Array.from({ length: maxValue + 1 }, (_, value) => {
    if (missingValues.includes(value)) return NaN;
    return emptyValues.includes(value) ? noEchoDbz : formula(value);
  });
}

/** Every start time with enough history and an hour of later frames, at most a few, evenly spread. */
function deriveStarts(times) {
  const isStart = (time) =>
    time - times[0] >= historyMinutes * minuteMs && times.at(-1) - time >= 60 * minuteMs - toleranceMs;
  const possible = times.filter(isStart);
  const count = Math.min(maxDerivedStarts, possible.length);
  return Array.from({ length: count }, (_, index) => {
    const t0 = possible[Math.round((index * (possible.length - 1)) / Math.max(1, count - 1))];
    return { t0, inputs: times.filter((time) => time <= t0 && t0 - time <= (historyMinutes + 5) * minuteMs) };
  });
}

export function readSequence(folder) {
  const sequence = JSON.parse(readFileSync(join(folder, 'sequence.json'), 'utf8'));
  const files = new Map(
    sequence.frames
      .map(({ time, file }) => [Date.parse(time), join(folder, file)])
      .filter(([, path]) => existsSync(path))
      .sort(([left], [right]) => left - right),
  );
  const times = [...files.keys()];
  if (times.length < 3) throw new Error(`${folder}: fewer than three frames`);
  const cache = new Map();
  let size;
  const frame = (time) => {
    if (!files.has(time)) return undefined;
    if (!cache.has(time)) {
      const { width, height, maxValue, samples } = readPgm(files.get(time));
      size ??= { width, height };
      if (size.width !== width || size.height !== height) throw new Error(`${files.get(time)}: another size`);
      const table = decoder(sequence.encoding, maxValue);
      cache.set(time, { time, dbz: Float32Array.from(samples, (value) => table[value]) });
    }
    return cache.get(time);
  };
  frame(times[0]);
  /** The frame nearest to a time, within the tolerance. */
  const nearest = (time) => {
    const [best] = times.toSorted((left, right) => Math.abs(left - time) - Math.abs(right - time));
    return Math.abs(best - time) <= toleranceMs ? frame(best) : undefined;
  };
  const toMs = (time) => (typeof time === 'number' ? time : Date.parse(time));
  const starts = (sequence.starts ?? deriveStarts(times)).map((start) => ({
    t0: toMs(start.t0),
    inputs: (start.inputs ?? times.filter((time) => time <= toMs(start.t0)).slice(-6)).map(toMs),
    minutes: start.minutes ?? defaults.minutes,
    points: start.points ?? defaults.points,
  }));
  const perPixel = sequence.kmPerPixel ?? 1;
  const [kmX, kmY] = Array.isArray(perPixel) ? perPixel : [perPixel, perPixel];
  return {
    id: sequence.id ?? folder,
    grid: { ...size, kmPerPixelX: sequence.kmPerPixelX ?? kmX, kmPerPixelY: sequence.kmPerPixelY ?? kmY },
    margin: sequence.margin ?? defaults.margin,
    thresholdsDbz: sequence.thresholdsDbz ?? defaults.thresholdsDbz,
    times,
    frame,
    nearest,
    starts,
  };
}

/** The figures of pysteps, of its better input; undefined without the file. */
export function readReference(folder) {
  const path = join(folder, 'reference-pysteps.json');
  if (!existsSync(path)) return undefined;
  const reference = JSON.parse(readFileSync(path, 'utf8'));
  return reference[reference.best ?? 'inputs'];
}
