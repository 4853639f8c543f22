import { readFileSync } from 'node:fs';

/** @typedef {{ lat: number, lon: number }} Point */

/**
 * Reads tab-separated (the Gazetteer files) or comma-separated rows.
 * @param {string} file
 * @returns {Record<string, string>[]}
 */
export function rowsOf(file) {
  const [heading = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const cells = heading.includes('\t')
    ? (/** @type {string} */ line) => line.split('\t').map((cell) => cell.trim())
    : (/** @type {string} */ line) =>
        [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain);
  const names = cells(heading);
  return lines.map((line) => Object.fromEntries(cells(line).map((cell, index) => [names[index], cell])));
}

/** Four decimals are about ten meters. @param {string | undefined} text */
export function degrees(text) {
  const value = Number(text);
  if (text === '' || !Number.isFinite(value)) throw new Error(`not a coordinate: ${text}`);
  return Number(value.toFixed(4));
}

/**
 * Puts one row on each line, for readable diffs.
 * @param {readonly (readonly unknown[])[]} rows
 * @param {string} indent
 */
export const linesOf = (rows, indent) =>
  rows.map((row) => `${indent}[${row.map((cell) => JSON.stringify(cell)).join(', ')}]`).join(',\n');

/** Uses a flat approximation that suffices for neighboring towns. @param {Point} one @param {Point} other */
export const kmBetween = (one, other) =>
  Math.hypot(one.lat - other.lat, (one.lon - other.lon) * Math.cos((one.lat * Math.PI) / 180)) * 111.32;
