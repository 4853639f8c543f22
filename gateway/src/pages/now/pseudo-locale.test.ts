import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventNames, safetySentences, strongLines } from '@site/domain/weather/spanish';
import { counties } from '@site/regions/counties';
import { readStateData } from '@site/regions/data';
import { officialName, siteName, state, stateName } from '@site/regions/state';
import {
  conditions,
  inMinutes,
  buildNowAlerts,
  options,
  outlookDay,
  pulaski,
  theEvent,
  warning,
} from '../../testing/now-builders.js';
import { markCatalog, untranslated } from '../../testing/pseudo-locale.js';
import { spanish } from './language.js';
import { emptyNowAlerts, type NowConditions, type NowOutlook, type NowStorm } from './now-data.js';
import { eventPage, eventUnknown, noSuchCounty, noSuchEvent } from './alert-event-html.js';
import type { PageOptions } from './now-frame.js';
import { countyPage, listPage } from './now-html.js';

markCatalog(spanish.messages);
const reader: PageOptions = { ...options, language: spanish };

/** Fixed tables of coded values, which are in Spanish only. */
const literalsOf = (path: string, literal: RegExp) =>
  Array.from(readFileSync(join(process.cwd(), path), 'utf8').matchAll(literal), ([, text = '']) => text);
const glossary = [
  ...[eventNames, strongLines, safetySentences].flat().map(({ spanish: name }) => name),
  'tormenta eléctrica fuerte',
  ...literalsOf('domain/weather/coded-spanish.ts', /: '([^'\n]+)'/g),
  ...literalsOf('domain/weather/spanish-sky.ts', /: \[?'([^'\n]+)'/g),
  ...literalsOf('gateway/src/pages/now/spanish-alert-details.ts', /['`]([^'`\n]+)['`]/g),
];
const names = [
  siteName,
  stateName,
  officialName,
  state.name,
  ...counties.map(({ name }) => name.replace(/ County$/, '')),
];
const { towns } = readStateData('map.json') as { towns: [string, number, number, number][] };
/** Named by Intl. */
const days = ['sábado'];
const units = ['mph km mi cm mm kB'];
/** Of the builders below. */
const provided = ['Little Rock', 'North Little Rock Airport', 'SNM: texto propio del servicio'];
const data = [...glossary, ...names, ...towns.map(([name]) => name), ...days, ...units, ...provided];

const alerts = [
  warning({ spanish_text: provided[2]!, tornado_detection: 'OBSERVED', max_wind_gust: '70 MPH', from_nwws: true }),
  warning({ id: 'urn:oid:2', event: 'Severe Thunderstorm Warning', thunderstorm_damage_threat: 'DESTRUCTIVE' }),
  warning({ id: 'urn:oid:3', event: 'Sharknado Warning', onset: inMinutes(3_000), ends: inMinutes(9_000) }),
  warning({ id: 'urn:oid:4', event: 'Civil Emergency Message', statewide: true, ends: null }),
  ...['5', '6'].map((id) => warning({ id: `urn:oid:${id}`, event: 'Flood Warning', ends: inMinutes(3_000) })),
  ...Array.from({ length: 50 }, (_unused, index) =>
    warning({ id: `urn:oid:more.${index}`, event: 'Flash Flood Watch' }),
  ),
];
const unlisted = [warning({ id: 'urn:oid:9', unlisted_since: inMinutes(-10) })];
const risk = { label: 'ENH', level: 3 } as const;
const outlook: NowOutlook = outlookDay({
  valid_from: inMinutes(60),
  stale: true,
  fetched_at: inMinutes(-180),
  areas: [{ ...risk, text: 'Enhanced Risk', fill: '#fff', stroke: '#fff', geometry: null }],
  counties: [{ ...risk, county: pulaski.fips }],
});
const storm: NowStorm = {
  outlook,
  radar: { ok: true, still: { time: inMinutes(-20), url: '/x.webp', width: 1, height: 1, size_bytes: 9_000 } },
};
const wintry: NowConditions = {
  ...conditions({ stale: true, stationName: provided[1], forecastIssuedAt: inMinutes(-300), forecastDelayed: true }),
  current: { ...conditions().current, gust_mph: 40, condition: { text: 'Light snow', icon: 'snow' } },
  forecast: {
    forecastday: [
      { date: '2026-11-20', day: { maxtemp_f: 30, mintemp_f: 20, totalsnow_cm: 4, totalice_mm: 2 } },
      { date: '2026-11-21', day: { totalsnow_cm: 4, totalice_mm: 2 } },
    ],
  },
};
const bad = buildNowAlerts({ ok: false, updatedAt: inMinutes(-20), alerts: alerts.slice(0, 2), unlisted });
const banner = {
  id: '1',
  text: 'Written by an editor',
  link_url: 'https://x.example',
  link_label: 'More',
  starts_at: inMinutes(-5),
  ends_at: inMinutes(5),
};
const event = (changes: Parameters<typeof theEvent>[0] = {}) => eventPage(theEvent(changes), reader);
const revision = theEvent().revisions[0]!;
const motion = '2026-11-20T20:55:00-00:00...storm...180DEG...35KT...34.75,-92.44';

const pages: Record<string, () => string> = {
  'a county with alerts': () =>
    countyPage(pulaski, { alerts: buildNowAlerts({ alerts, unlisted }), conditions: wintry, storm }, reader),
  'a calm county': () =>
    countyPage(
      pulaski,
      { alerts: buildNowAlerts(), conditions: conditions(), storm: { outlook: outlookDay() } },
      reader,
    ),
  'a county without data': () =>
    countyPage(pulaski, { alerts: emptyNowAlerts, conditions: undefined, storm: {} }, reader),
  'a county with old data': () =>
    countyPage(pulaski, { alerts: bad, conditions: conditions({ sample: true }), storm: {} }, { ...reader, banner }),
  'the list with alerts': () => listPage(buildNowAlerts({ alerts, unlisted }), storm, reader),
  'the list without data': () => listPage(bad, {}, { ...reader, refreshSeconds: undefined }),
  'an event': () =>
    event({
      revisions: [{ ...revision, alerts: [warning({ spanish_text: provided[2]!, event_motion_description: motion })] }],
    }),
  'a statewide event that changed': () =>
    event({
      event: 'Severe Thunderstorm Warning',
      revisions: [{ ...revision, alerts: [warning({ statewide: true, instruction: 'x'.repeat(9_000) })] }, revision],
    }),
  'an event that ended': () =>
    event({ active: false, ended_by: 'upgraded', ended_at: inMinutes(-1), successor_key: 'KLZK.TO.W.0043.2026' }),
  'an event that left the list': () => event({ unlisted_since: inMinutes(-5) }),
  'an event of unknown state': () => event({ ok: false }),
  'no such event': () => noSuchEvent(reader),
  'an event that could not be read': () => eventUnknown(reader),
  'no such county': () => noSuchCounty(reader),
};

it.each(Object.keys(pages))('%s shows no text from outside the catalog', (name) => {
  expect(untranslated(pages[name]!(), data)).toEqual([]);
});

it('finds texts, names and descriptions from outside the catalog, but not in English elements', () => {
  const html = pages['a calm county']!();
  const add = (element: string) => untranslated(html.replace('</main>', `${element}</main>`), data);
  expect(add('<p>Take shelter</p>')).toEqual(['Take', 'shelter']);
  expect(add('<a href="/" aria-label="Close page">1</a>')).toEqual(['Close', 'page']);
  expect(add('<div lang="en"><p>Take <b>shelter</b></p><img alt="Map"></div>')).toEqual([]);
  const described = html.replace('name="description" content="', '$&Take shelter: ');
  expect(untranslated(described, data)).toEqual(['Take', 'shelter']);
  expect(html).toContain('⟦Alertas⟧');
});
