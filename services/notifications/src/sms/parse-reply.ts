/** Parses replies to our texts. The carrier also responds to STOP itself. */
import { canonicalLine } from '@site/domain/canonical-text';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { gsm } from '../events/notification-texts.js';
import { languageOf } from '../messages/language.js';
import { stopRequestIn } from './stop-requests.js';

const spanishHelpWord = 'AYUDA';
const helpKeywords = new Set(['HELP', 'INFO', spanishHelpWord]);
/** Permission after a STOP (CTIA Messaging Principles, 5.1.3). */
const startKeywords = new Set(['START', 'UNSTOP']);

const wordOf = (reply: string) =>
  canonicalLine(reply)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');

/** Classifies a reply in English or Spanish; "stop" wins. */
export function readReply(reply: string): 'stop' | 'start' | 'help' | 'other' {
  if (stopRequestIn(reply)) return 'stop';
  const word = wordOf(reply);
  if (startKeywords.has(word)) return 'start';
  return helpKeywords.has(word) ? 'help' : 'other';
}

/** Returns the reply to a texted command, in the command's language. */
export function buildReply(reply: string): string {
  const isSpanish = wordOf(reply) === spanishHelpWord || stopRequestIn(reply) === 'es';
  const { messages } = languageOf(isSpanish ? 'es' : 'en');
  const replies = { stop: messages.textStopped, start: messages.textStarted, help: messages.textHelp, other: '' };
  return gsm(replies[readReply(reply)]);
}

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
  const actual = Buffer.from(signature, 'base64');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
