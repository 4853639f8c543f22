import { eventNames } from '@site/domain/weather/spanish';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counties } from '@site/regions/counties';
import { officialName, siteName, stateName } from '@site/regions/state';
import {
  conditions,
  inMinutes,
  buildNowAlerts,
  options,
  outlookDay,
  pulaski,
  warning,
} from '../../testing/now-builders.js';
import { markCatalog, untranslated } from '../../testing/pseudo-locale.js';
import { spanish } from '../now/language.js';
import { emptyNowAlerts, type NowConditions } from '../now/now-data.js';
import type { NowPageData } from '../now/now-pages.js';
import {
  alertsPage,
  countiesPage,
  countySitePage,
  forecastPage,
  homePage,
  hourlyPage,
  noSuchPage,
  searchPage,
} from './site-html.js';
import { siteMessages } from './site-messages.js';

markCatalog(spanish.messages);
markCatalog(siteMessages);
const reader = { ...options, refreshSeconds: undefined, language: spanish };

/** Fixed tables of coded values, and names. */
const tables = [
  'domain/weather/coded-spanish.ts',
  'domain/weather/spanish-sky.ts',
  'gateway/src/pages/now/spanish-alert-details.ts',
  'domain/weather/spanish.ts',
];
const data = [
  ...eventNames.map(({ spanish: name }) => name),
  ...tables.flatMap((path) =>
    Array.from(
      readFileSync(join(process.cwd(), path), 'utf8').matchAll(/['`]([^'`\n]+)['`]/g),
      ([, text = '']) => text,
    ),
  ),
  siteName,
  stateName,
  officialName,
  'weather.gov/nwr',
  'Little Rock',
  'Conway',
  'Perdido',
  ...counties.map(({ name }) => name.replace(/ County$/, '')),
  // Units, and what Intl writes.
  'mph km mi cm mm AM PM viernes sábado vie sáb de noviembre',
  'OSO',
];

const sky = { text: 'Raining frogs', icon: 'frogs', code: 1 };
const hour = {
  time: '2026-11-20 15:00',
  temp_f: 60,
  feelslike_f: 58,
  chance_of_rain: 80,
  wind_mph: 9,
  wind_dir: 'WSW',
};
const day = {
  maxtemp_f: 60,
  mintemp_f: 40,
  daily_chance_of_rain: 40,
  totalprecip_in: 0.4,
  totalsnow_cm: 3,
  totalice_mm: 2,
  maxwind_mph: 9,
  maxgust_mph: 30,
  uv: 6,
  avghumidity: 70,
  condition: sky,
};
const weather: NowConditions = {
  ...conditions({ stale: true, forecastIssuedAt: inMinutes(-300) }),
  forecast: {
    forecastday: ['2026-11-20', '2026-11-21'].map((date, index) => ({
      date,
      day: { ...day, only_rain: index === 1 },
      astro: { sunrise: '06:49 AM', sunset: '05:01 PM' },
    })),
    hour: [hour, { ...hour, time: '2026-11-21 00:00', wind_mph: 0, condition: sky, only_rain: true }],
  },
};
const alerts = [
  warning({ tornado_detection: 'OBSERVED' }),
  ...['5', '6'].map((id) => warning({ id: `urn:oid:${id}`, event: 'Flood Warning', ends: inMinutes(3_000) })),
  ...Array.from({ length: 50 }, (_unused, index) =>
    warning({ id: `urn:oid:more.${index}`, event: 'Flash Flood Watch', event_key: `E${index}` }),
  ),
];
const states: Record<string, NowPageData> = {
  'with alerts': { alerts: buildNowAlerts({ alerts }), conditions: weather, storm: { outlook: outlookDay() } },
  'without alerts': { alerts: buildNowAlerts(), conditions: conditions({ sample: true }), storm: {} },
  'without data': { alerts: emptyNowAlerts, conditions: undefined, storm: {} },
};
const writers = {
  home: homePage,
  alerts: alertsPage,
  counties: countiesPage,
  county: countySitePage.bind(undefined, pulaski),
  forecast: forecastPage.bind(undefined, undefined),
  'forecast of a county': forecastPage.bind(undefined, pulaski),
  hours: hourlyPage.bind(undefined, undefined),
};
const place = { id: '1', name: 'Conway', place: 'Conway, Faulkner County, Arkansas', lat: 35, lon: -92, type: 'place' };
const pages: Record<string, () => string> = {
  ...Object.fromEntries(
    Object.entries(writers).flatMap(([name, write]) =>
      Object.entries(states).map(([state, provided]) => [`${name} ${state}`, () => write(provided, reader)]),
    ),
  ),
  'found places': () => searchPage('Conway', [place as never], reader),
  'no found places': () => searchPage('Perdido', [], reader),
  'a failed search': () => searchPage('Perdido', null, reader),
  'no such page': () => noSuchPage(reader),
};

it.each(Object.keys(pages))('%s shows no text from outside the catalogs', (name) => {
  expect(untranslated(pages[name]!(), data)).toEqual([]);
});

it('marks the sentences', () => {
  expect(pages['home with alerts']!()).toContain('<h1>⟦El tiempo en Arkansas⟧</h1>');
});
