import { canonicalLine } from '@site/domain/canonical-text';
import { siteName } from '@site/state/state';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Parses replies to our texts. The carrier also answers STOP itself. */

/** Named by 47 CFR 64.1200(a)(10); any other reasonable wording counts too (`stopSentence`). */
const stopWords = new Set(['STOP', 'STOPALL', 'QUIT', 'END', 'REVOKE', 'OPTOUT', 'CANCEL', 'UNSUBSCRIBE']);
/** Permission after a STOP (CTIA Messaging Principles, 5.1.3). */
const startWords = new Set(['START', 'UNSTOP']);
const helpWords = new Set(['HELP', 'INFO']);

const letters = (text: string) => text.toUpperCase().replace(/[^A-Z]/g, '');
const stopSentence =
  /\b(stop|unsubscribe|opt[ -]?out|remove me|leave me alone|no more|do ?n[o'’]?t (text|send|message)|quit (texting|sending))\b/i;

export function readReply(reply: string): 'stop' | 'start' | 'help' | 'other' {
  const text = canonicalLine(reply).normalize('NFKC');
  const word = letters(text);
  if (stopWords.has(word) || stopSentence.test(text)) return 'stop';
  if (startWords.has(word)) return 'start';
  return helpWords.has(word) ? 'help' : 'other';
}

export const helpAnswer = `${siteName}: texts for the most dangerous warnings in your counties. Msg & data rates may apply. Reply STOP to end.`;
/** The only text that may follow a STOP. */
export const stopAnswer = `${siteName}: you won't get any more texts from us. Text START to allow them again.`;
export const startAnswer = `${siteName}: you allowed texts again. Sign up on our site to choose your counties. Reply STOP to end.`;

/**
 * Returns whether a request comes from the carrier: X-Twilio-Signature is the base64 HMAC-SHA1 of the URL and all form
 * fields, sorted by name.
 */
export function isSignedByCarrier(
  { url, form, signature }: { url: string; form: Readonly<Record<string, string>>; signature: string },
  authToken: string,
): boolean {
  const signed = Object.keys(form)
    .toSorted()
    .reduce((text, name) => text + name + (form[name] ?? ''), url);
  const expected = createHmac('sha1', authToken).update(signed).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
