/**
 * Text of providers. It passes `cleanText` once, where a response is parsed: Postgres rejects NUL and lone surrogates,
 * and one such character in one alert must not keep the others from being stored.
 */
import { truncate } from '@site/domain/truncate';
import { z } from 'zod';
import { optionalPart } from './skipped-parts.js';

/** Some feeds end lines with two carriage returns. */
// eslint-disable-next-line no-control-regex -- vertical tab and form feed break lines
const lineBreaks = /\r+\n?|[\u000b\u000c\u0085\u2028\u2029]/g;
/** C0 and C1 controls, and overrides of the text direction, which would reorder the rest of a line. */
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Makes a text well-formed, with "\n" as the only control character. Lone surrogates become U+FFFD. */
export const cleanText = (text: string): string =>
  text.toWellFormed().replace(lineBreaks, '\n').replaceAll('\t', ' ').replace(controls, '');

/** What `cleanText` would change, in JSON as sent. */
const mayBeUnclean = /\\(?:[bfrt]|u[0-9a-f]{4})|[\u007f-\u009f\u2028-\u202e\u2066-\u2069]/i;

/**
 * Parses JSON with every text in it clean.
 * @throws SyntaxError
 */
export function parseCleanJson(json: string): unknown {
  const parsed: unknown = JSON.parse(json);
  return mayBeUnclean.test(json) ? cleaned(parsed) : parsed;
}

/** Iterates instead of recursing: a hostile document may nest deeper than the stack. */
function cleaned(parsed: unknown): unknown {
  if (typeof parsed === 'string') return cleanText(parsed);
  const open = [parsed];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const container = value as Record<string, unknown>;
    for (const key of Object.keys(container)) {
      const child = container[key];
      if (typeof child === 'string') container[key] = cleanText(child);
      else open.push(child);
    }
  }
  return parsed;
}

/** Joins lines, removes repeated spaces, and truncates. */
export const oneLine = (text: string, maxCharacters: number): string =>
  truncate(cleanText(text).replace(/\s+/g, ' ').trim(), maxCharacters);

/** Empty when missing or not a text. */
export const lineOrNone = (maxCharacters: number) =>
  optionalPart(z.string()).transform((text) => oneLine(text ?? '', maxCharacters));

const isoForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;
const earliest = Date.UTC(2000);
const latest = Date.UTC(2100);

/** Undefined for impossible times ("0001-01-01T00:00:00Z"). */
export const plausibleMs = (ms: number): number | undefined => (ms > earliest && ms < latest ? ms : undefined);

/** "2026-11-23T16:30:00Z" to milliseconds since 1970 UTC; undefined without a time zone. */
export const isoMs = (text: string): number | undefined =>
  isoForm.test(text) ? plausibleMs(Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))) : undefined;

/** ISO 8601 with a time zone, to milliseconds since 1970 UTC. */
export const isoTime = z.string().transform((text, context) => {
  const ms = isoMs(text);
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: `not a time: ${truncate(text, 40)}` });
  return z.NEVER;
});

/** "2026-11-23T16:30:00.000Z". */
export const isoOf = (ms: number): string => new Date(ms).toISOString();
