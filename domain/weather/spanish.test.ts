import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStateData } from '@site/regions/data';
import {
  eventNames,
  safetySentences,
  spanishEventName,
  spanishSafetySentence,
  spanishStrongLine,
  strongLines,
  untranslatedEvents,
} from './spanish.js';

/** Event names of 56 alerts recorded across the nation, and of Arkansas's. */
const recordedEvents = [
  'Air Quality Alert',
  'Blizzard Warning',
  'Civil Emergency Message',
  'Coastal Flood Statement',
  'Dense Smoke Advisory',
  'Extreme Heat Warning',
  'Fire Weather Watch',
  'Flash Flood Warning',
  'Flood Advisory',
  'Flood Warning',
  'Flood Watch',
  'Heat Advisory',
  'Heavy Freezing Spray Warning',
  'High Wind Warning',
  'Hydrologic Outlook',
  'Red Flag Warning',
  'Severe Thunderstorm Warning',
  'Severe Thunderstorm Watch',
  'Small Craft Advisory',
  'Special Marine Warning',
  'Special Weather Statement',
  'Winter Storm Watch',
  'civil danger warning',
];

function simulatedEvents(): string[] {
  const folder = join(process.cwd(), 'simulator');
  const sources = readdirSync(folder).filter((name) => /(?<!spanish-texts)\.ts$/.test(name));
  const text = sources.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  return Array.from(text.matchAll(/\bevent: '([A-Z][A-Za-z -]+)'/g), ([, event = '']) => event);
}

const stateEvents = () =>
  (
    readStateData('recorded/alerts_active_area=AR.json') as { features: { properties: { event: string } }[] }
  ).features.map(({ properties }) => properties.event);

const isListed = (event: string) => untranslatedEvents.includes(event);

it('gives every recorded and simulated event a Spanish name, or lists it as untranslated', () => {
  const events = [...recordedEvents, ...simulatedEvents(), ...stateEvents()];
  expect(events.length).toBeGreaterThan(30);
  expect(events.filter((event) => !spanishEventName(event) && !isListed(event))).toEqual([]);
});

it('names each event once, with a source', () => {
  const names = [...eventNames.map(({ english }) => english), ...untranslatedEvents];
  expect(new Set(names).size).toBe(names.length);
  for (const { spanish, source } of [...eventNames, ...strongLines, ...safetySentences])
    expect(spanish && source).toBeTruthy();
});

it('finds a name regardless of case, and none for an unknown event', () => {
  expect(spanishEventName(' TORNADO WARNING ')).toBe('Aviso de tornado');
  expect(spanishEventName('constructor')).toBeUndefined();
  expect(spanishEventName('Sharknado Warning')).toBeUndefined();
});

it('explains a regional name in common words', () => {
  expect(spanishEventName('Severe Thunderstorm Warning')).toBe('Aviso de tronada severa (tormenta eléctrica fuerte)');
  expect(spanishEventName('Severe Thunderstorm Watch')).toBe(
    'Vigilancia de tronada severa (tormenta eléctrica fuerte)',
  );
});

it('tells only those to take shelter whose event calls for it', () => {
  expect(spanishStrongLine('Tornado Warning')).toBe('ALERTA: busque refugio ahora');
  for (const event of ['Tornado Watch', 'Flash Flood Warning', 'Flood Warning', 'Civil Emergency Message'])
    expect(spanishStrongLine(event) ?? '').not.toContain('refugio');
});

it('hides a safety sentence until a reviewer has signed it', () => {
  for (const sentence of safetySentences) {
    const signed = { ...sentence, reviewed_by: 'A. Reviewer, 2026-11-27' };
    expect(spanishSafetySentence(sentence.english, [{ ...sentence, reviewed_by: null }])).toBeUndefined();
    expect(spanishSafetySentence(sentence.english, [signed])).toBe(sentence.spanish);
  }
});
