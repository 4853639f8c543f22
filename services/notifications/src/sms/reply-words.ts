import { canonicalLine } from '@site/domain/canonical-text';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { gsm } from '../events/words.js';
import { languageOf } from '../messages/language.js';

/** Parses replies to our texts. The carrier also answers STOP itself. */

/** Named by 47 CFR 64.1200(a)(10); any other reasonable wording counts too (`stopSentence`). */
const stopWords = new Set(['STOP', 'STOPALL', 'QUIT', 'END', 'REVOKE', 'OPTOUT', 'CANCEL', 'UNSUBSCRIBE']);
const spanishStopWords = ['ALTO', 'BAJA', 'CANCELAR', 'DETENER', 'PARAR', 'PARE'];
const spanishHelpWord = 'AYUDA';
const spanishWords = new Set([...spanishStopWords, spanishHelpWord]);
/** Permission after a STOP (CTIA Messaging Principles, 5.1.3). */
const startWords = new Set(['START', 'UNSTOP']);
const helpWords = new Set(['HELP', 'INFO']);

const wordOf = (reply: string) =>
  canonicalLine(reply)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
const stopSentence =
  /\b(stop|unsubscribe|opt[ -]?out|remove me|leave me alone|no more|do ?n[o'’]?t (text|send|message)|quit (texting|sending))\b/i;

export function readReply(reply: string): 'stop' | 'start' | 'help' | 'other' {
  const text = canonicalLine(reply).normalize('NFKC');
  const word = wordOf(reply);
  if (stopWords.has(word) || spanishStopWords.includes(word) || stopSentence.test(text)) return 'stop';
  if (startWords.has(word)) return 'start';
  return helpWords.has(word) || word === spanishHelpWord ? 'help' : 'other';
}

/** Returns the reply to a texted command, in the command's language. */
export function answerTo(reply: string): string {
  const { messages } = languageOf(spanishWords.has(wordOf(reply)) ? 'es' : 'en');
  const answers = { stop: messages.textStopped, start: messages.textStarted, help: messages.textHelp, other: '' };
  return gsm(answers[readReply(reply)]);
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
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
