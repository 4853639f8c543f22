import { readdirSync, readFileSync } from 'node:fs';
import { notificationKinds, notificationLevels } from '@site/domain/notifications/kinds';
import { messages as inEnglish, type Messages } from './messages-en.js';
import { messages as inSpanish } from './messages-es.js';

const keys = Object.keys(inEnglish) as (keyof Messages)[];

/** The sources of the page, without the catalogs. */
const sources = () =>
  readdirSync(import.meta.dirname)
    .filter((name) => /^(?!messages).*(?<!\.test)\.ts$/.test(name))
    .map((name) => readFileSync(`${import.meta.dirname}/${name}`, 'utf8'))
    .join('\n');

it('has the same messages in each language', () => {
  expect(Object.keys(inSpanish)).toEqual(keys);
  for (const key of keys) expect(typeof inSpanish[key]).toBe(typeof inEnglish[key]);
  expect(Object.keys(inSpanish.channels)).toEqual(Object.keys(inEnglish.channels));
});

it('has no unused message', () => {
  const used = new Set(Array.from(sources().matchAll(/\bmessages\.(\w+)/g), ([, key]) => key));
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
});

it('leaves no English message in Spanish', () => {
  const renderMessage = (messages: Messages, key: keyof Messages) => {
    const message = messages[key] as string | object | ((...values: unknown[]) => string);
    return typeof message === 'function' ? message('Pulaski County', 'x') : JSON.stringify(message);
  };
  const namesInDomain = ['kind', 'level'];
  const same = keys
    .filter((key) => !namesInDomain.includes(key))
    .filter((key) => renderMessage(inSpanish, key) === renderMessage(inEnglish, key));
  expect(same).toEqual([]);
  for (const kind of notificationKinds) expect(inSpanish.kind(kind)).not.toBe(kind);
  for (const { level, label } of notificationLevels) expect(['', label]).not.toContain(inSpanish.level(level));
});
