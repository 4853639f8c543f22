import { readdirSync, readFileSync } from 'node:fs';
import { messages as inEnglish, type Messages } from './messages-en.js';
import { messages as inSpanish } from './messages-es.js';

const keys = Object.keys(inEnglish) as (keyof Messages)[];

/** The sources of the pages, without the catalogs. */
function sources(): string {
  const files = readdirSync(import.meta.dirname).filter((name) => /^(?!messages-).*(?<!\.test)\.ts$/.test(name));
  return files.map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8')).join('\n');
}

it('has the same messages in each language', () => {
  expect(Object.keys(inSpanish)).toEqual(keys);
  for (const key of keys) expect(typeof inSpanish[key]).toBe(typeof inEnglish[key]);
  for (const table of ['actions', 'endings'] as const)
    expect(Object.keys(inSpanish[table])).toEqual(Object.keys(inEnglish[table]));
});

it('has no unused message', () => {
  const used = new Set(Array.from(sources().matchAll(/\bmessages\.(\w+)/g), ([, key]) => key));
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
});

it('leaves no English message in Spanish', () => {
  const renderMessage = (messages: Messages, key: keyof Messages) => {
    const message: unknown = messages[key];
    return typeof message === 'function' ? String(message(2, 2, 2)) : JSON.stringify(message);
  };
  const withoutWords = ['actionAt', 'county', 'direction', 'ofAlert', 'shortTime'];
  const same = keys
    .filter((key) => !withoutWords.includes(key))
    .filter((key) => renderMessage(inSpanish, key) === renderMessage(inEnglish, key));
  expect(same).toEqual([]);
});
