import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Preloaded into the product's processes (--import): stack traces name the sources. A file's map is read when it first appears
 * in a trace. Node's own --enable-source-maps reads and keeps the maps of everything loaded, packages included: some twenty
 * megabytes in each process.
 */

const maps = new Map();

function mapOf(file) {
  if (!maps.has(file)) {
    let map;
    try {
      map = new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(file)}.map`, 'utf8')));
    } catch {
      // No map: the trace names the file that ran.
    }
    maps.set(file, map);
  }
  return maps.get(file);
}

function describe(frame) {
  const text = frame.toString();
  const file = frame.getFileName();
  if (!file?.startsWith('file:') || file.includes('/node_modules/')) return text;
  const line = frame.getLineNumber();
  const column = frame.getColumnNumber();
  const entry = mapOf(file)?.findEntry(line - 1, column - 1);
  if (entry?.originalLine === undefined) return text;
  const source = new URL(entry.originalSource, file).href;
  return text.replace(
    `${file}:${line}:${column}`,
    () => `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`,
  );
}

Error.prepareStackTrace = (error, frames) =>
  [Error.prototype.toString.call(error), ...frames.map((frame) => `    at ${describe(frame)}`)].join('\n');
