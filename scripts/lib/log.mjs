/** One log for all processes: time, process name in its color, message. */
import { createInterface } from 'node:readline';

const colors = [36, 35, 33, 32, 34, 96, 95, 93];
const hasColor = process.stdout.isTTY && !process.env.NO_COLOR;
/** @param {number} code @param {string} text */
const paint = (code, text) => (hasColor ? `\u001b[${code}m${text}\u001b[0m` : text);
/** @type {Record<number, string>} */
const levels = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const errorLevel = 50;
/** @type {Record<string, number>} */
const levelColors = { warn: 33, error: 31, fatal: 31 };
/** @type {Map<string, number>} */
const colorByName = new Map();

const getColor = (/** @type {string} */ name) => {
  const color = colorByName.get(name) ?? colors[colorByName.size % colors.length] ?? 0;
  colorByName.set(name, color);
  return color;
};

/** All control and formatting characters but tabs. */
const unprintable = /(?!\t)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Escapes characters that control a terminal or start a line: visitors' input must not imitate our output.
 * @param {string} text
 */
export const printable = (text) =>
  text.replaceAll(unprintable, (character) => `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`);

/** Lines after the first are indented, so that none looks like the log's own. @param {string} text */
const printableLines = (text) =>
  String(text)
    .split('\n')
    .map((line, index) => (index === 0 || /^\s/.test(line) ? '' : '  ') + printable(line))
    .join('\n');

/** @param {string} name @param {string} message @param {string} [level] */
export function log(name, message, level = 'info') {
  const time = new Date().toTimeString().slice(0, 8);
  const tag = level === 'info' ? '' : `${paint(levelColors[level] ?? 90, level)} `;
  process.stdout.write(
    `${paint(90, time)} ${paint(getColor(name), name.padEnd(13))} ${tag}${printableLines(message)}\n`,
  );
}

const startedAt = Date.now();

/** Prints a line with the seconds since the start. @param {string} text */
export const logElapsed = (text) =>
  process.stdout.write(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(7)} s  ${printableLines(text)}\n`);

/** Fields of all records, or already shown. */
const hidden = new Set(['level', 'time', 'msg', 'service', 'name', 'pid', 'hostname', 'requestId', 'context']);

/** @typedef {{ level: number, msg?: string, err?: { message?: string, stack?: string } }} LogRecord of pino */

/** @param {LogRecord} record */
function readable(record) {
  const details = Object.entries(record)
    .filter(([key]) => !hidden.has(key) && key !== 'err')
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const cause = record.err?.message && record.err.message !== record.msg ? [`(${record.err.message})`] : [];
  return printable([record.msg ?? '', ...cause, ...details].join(' '));
}

/** Lines of an uncaught error that don't name the cause. @param {string} line */
const isTrace = (line) => /^(\s|\}|\^|Node\.js v|node:|file:)/.test(line);
/** Node's own warnings, such as about experimental features. @param {string} line */
const isNodeWarning = (line) => /^\((node:\d+\)|Use `node )/.test(line);

const warnLevel = 40;

/**
 * Prints a child's lines: pino's JSON in readable form, and anything else. Control characters are escaped.
 * @param {string} name
 * @param {{ stdout: import('node:stream').Readable | null, stderr: import('node:stream').Readable | null }} child
 * @param {object} [options]
 * @param {boolean} [options.traces] prints logged stack traces
 * @returns what the child has printed: `lastInfo`, `lastProblem` (a warning, an error, or a line of standard error)
 * and `lastLine`, which is one of them; empty at first
 */
export function follow(name, child, { traces = false } = {}) {
  const output = { lastInfo: '', lastProblem: '', lastLine: '' };
  const note = (/** @type {string} */ line, /** @type {boolean} */ isProblem) => {
    output[isProblem ? 'lastProblem' : 'lastInfo'] = line;
    output.lastLine = line;
  };
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      /** @type {LogRecord | undefined} */
      let record;
      try {
        record = JSON.parse(line);
      } catch {
        record = undefined;
      }
      if (record && typeof record === 'object' && 'level' in record) {
        const text = readable(record);
        note(text, record.level >= warnLevel);
        const stack = traces && record.level >= errorLevel ? record.err?.stack : undefined;
        log(name, stack ? `${text}\n${stack}` : text, levels[record.level] ?? 'info');
      } else if (line.trim()) {
        const text = printable(line.trim());
        if (!isTrace(line)) note(text.replace(/ \{$/, ''), stream === child.stderr && !isNodeWarning(line));
        log(name, text);
      }
    });
  }
  return output;
}
