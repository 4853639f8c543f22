/**
 * Preloaded into the product's processes (--import): maps stack traces to the sources. A map is read when its file
 * appears in a trace, and soon dropped: a bundle's map takes thirty megabytes. Node's --enable-source-maps keeps all
 * maps.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const sourceMapTtlMs = 5_000;
const maxPositions = 2_000;
/** `npm run dev` caches its bundles among the packages. */
const packages = /\/node_modules\/(?!\.cache\/)/;
const maps = new Map();
/** Keyed by "file:line:column" of the bundle; undefined when there is no map. */
const places = new Map();

/** @param {string} file */
function mapOf(file) {
  if (!maps.has(file)) {
    let map;
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
    } catch {
      // No map: the trace names the executed file.
    }
    maps.set(file, map);
    setTimeout(() => maps.delete(file), sourceMapTtlMs).unref();
  }
  return maps.get(file);
}

/** @param {string} file @param {number} line @param {number} column */
function sourceOf(file, line, column) {
  const place = `${file}:${line}:${column}`;
  if (!places.has(place)) {
    const entry = mapOf(file)?.findEntry(line - 1, column - 1);
    if (places.size >= maxPositions) places.clear();
    places.set(place, entry?.originalLine === undefined ? undefined : originOf(entry, file));
  }
  return places.get(place);
}

/**
 * A source compiled before bundling may have a separate map.
 * @param {import('node:module').SourceMapping} mapping
 * @param {string} file
 */
function originOf({ originalSource, originalLine, originalColumn }, file) {
  const { href } = new URL(originalSource, file);
  const line = originalLine + 1;
  const column = originalColumn + 1;
  return sourceOf(href, line, column) ?? `${href}:${line}:${column}`;
}

/** @param {NodeJS.CallSite} frame */
function describe(frame) {
  const text = frame.toString();
  const file = frame.getFileName();
  if (!file?.startsWith('file:') || packages.test(file)) return text;
  const line = frame.getLineNumber() ?? 0;
  const column = frame.getColumnNumber() ?? 0;
  const source = sourceOf(file, line, column);
  return source ? text.replace(`${file}:${line}:${column}`, () => source) : text;
}

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${describe(frame)}`)].join('\n');
