import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Preloaded into the product's processes (--import): stack traces name the sources. A file's map is read when it appears in a
 * trace, and forgotten soon after: that of one bundle holds thirty megabytes. What was found is kept, so that an error that comes
 * again and again costs nothing. Node's own --enable-source-maps reads and keeps the maps of everything loaded, packages included.
 */

const forgetMs = 5_000;
const mostPlaces = 2_000;
/** What `npm run dev` bundles is in a cache among them. */
const packages = /\/node_modules\/(?!\.cache\/)/;
const maps = new Map();
/** Where a place in a bundle is in the sources, by "file:line:column"; undefined when no map knows it. */
const places = new Map();

function mapOf(file) {
  if (!maps.has(file)) {
    let map;
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
    } catch {
      // No map: the trace names the file that ran.
    }
    maps.set(file, map);
    setTimeout(() => maps.delete(file), forgetMs).unref();
  }
  return maps.get(file);
}

function sourceOf(file, line, column) {
  const place = `${file}:${line}:${column}`;
  if (!places.has(place)) {
    const entry = mapOf(file)?.findEntry(line - 1, column - 1);
    if (places.size >= mostPlaces) places.clear();
    places.set(place, entry?.originalLine === undefined ? undefined : originOf(entry, file));
  }
  return places.get(place);
}

/** A source may have a map of its own, when it was compiled before it was bundled. */
function originOf({ originalSource, originalLine, originalColumn }, file) {
  const { href } = new URL(originalSource, file);
  const [line, column] = [originalLine + 1, originalColumn + 1];
  return sourceOf(href, line, column) ?? `${href}:${line}:${column}`;
}

function describe(frame) {
  const text = frame.toString();
  const file = frame.getFileName();
  if (!file?.startsWith('file:') || packages.test(file)) return text;
  const line = frame.getLineNumber();
  const column = frame.getColumnNumber();
  const source = sourceOf(file, line, column);
  return source ? text.replace(`${file}:${line}:${column}`, () => source) : text;
}

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${describe(frame)}`)].join('\n');
