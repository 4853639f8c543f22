import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gsm } from '../events/notification-texts.js';
import { messages as inEnglish, type Messages } from './messages-en.js';
import { messages as inSpanish } from './messages-es.js';

const keys = Object.keys(inEnglish) as (keyof Messages)[];
const folder = join(import.meta.dirname, '..');

/** The sources of the service, without the catalogs. */
const sources = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name) && !/messages-\w+\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

it('has the same messages in each language', () => {
  expect(Object.keys(inSpanish)).toEqual(keys);
  for (const key of keys) expect(typeof inSpanish[key]).toBe(typeof inEnglish[key]);
});

it('has no unused message', () => {
  const used = new Set(Array.from(sources().matchAll(/\bmessages\.(\w+)/g), ([, key]) => key));
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
});

it('leaves no English message in Spanish', () => {
  const renderMessage = (messages: Messages, key: keyof Messages) => {
    const message = messages[key] as string | ((...values: unknown[]) => string);
    if (typeof message === 'string') return message;
    return /^(all)?places$/i.test(key) ? message(['Pulaski County']) : message({ hour: '1 PM' }, { hour: '2 PM' });
  };
  // Only a colon between names.
  const withoutWords = ['issued'];
  const advice = (key: keyof Messages) => key === 'advice';
  const same = keys
    .filter((key) => !withoutWords.includes(key) && !advice(key))
    .filter((key) => renderMessage(inSpanish, key) === renderMessage(inEnglish, key));
  expect(same).toEqual([]);
  expect(inSpanish.advice('High Wind Warning')).toBe('Lea la alerta completa.');
});

it.each([
  ['English', inEnglish],
  ['Spanish', inSpanish],
])('keeps the texts about a subscription in two segments, and the other answers in one: %s', (_name, messages) => {
  const link = `https://www.arkansasweather.com/es/subscription?token=${'x'.repeat(43)}`;
  // A message of several segments has 153 characters in each (GSM 03.38, 23.040).
  for (const text of [messages.textConfirm(link), messages.textManage(link)])
    expect(gsm(text).length).toBeLessThanOrEqual(2 * 153);
  for (const text of [messages.textHelp, messages.textStopped, messages.textStarted])
    expect(gsm(text).length).toBeLessThanOrEqual(160);
});
