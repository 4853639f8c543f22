import { z } from 'zod';

// eslint-disable-next-line no-control-regex -- these are the characters to remove
const notText = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** Removes control characters and repeated spaces, and truncates. */
export function oneLine(text: string, longest: number): string {
  // A character takes at most two code units.
  const plain = text
    .slice(0, longest * 4)
    .toWellFormed()
    .replace(notText, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...plain];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : plain;
}

/** Empty when missing. */
export const lineOrNone = (longest: number) =>
  z
    .string()
    .nullish()
    .catch(undefined)
    .transform((text) => oneLine(text ?? '', longest));

const isoForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/;
const [earliest, latest] = [Date.UTC(2000), Date.UTC(2100)];

/** Undefined for impossible times ("0001-01-01T00:00:00Z"). */
export const plausibleMs = (ms: number): number | undefined => (ms > earliest && ms < latest ? ms : undefined);

/** "2026-11-23T16:30:00Z" to milliseconds since 1970 UTC; undefined without a time zone. */
export const isoMs = (text: string): number | undefined =>
  isoForm.test(text) ? plausibleMs(Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))) : undefined;

/** ISO 8601 with a time zone, to milliseconds since 1970 UTC. */
export const isoTime = z.string().transform((text, context) => {
  const ms = isoMs(text);
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: `not a time: ${text.slice(0, 40)}` });
  return z.NEVER;
});

/** "2026-11-23T16:30:00.000Z". */
export const isoOf = (ms: number): string => new Date(ms).toISOString();
