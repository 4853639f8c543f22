import { counties } from '@site/regions/counties';
import { byDanger } from '@site/domain/weather/danger';
import type { NowAlerts, NowConditions, NowOutlook, NowStorm } from '../pages/now/now-data.js';
import { english } from '../pages/now/language.js';
import { countyPage } from '../pages/now/now-html.js';
import type { AlertData } from '../responses/alert-json.js';
import type { EventData } from '../responses/alert-events.js';
import { anAlertData } from './an-alert-data.js';

export const now = Date.parse('2026-11-20T21:00:00Z');
export const inMinutes = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
export const pulaski = counties.find(({ slug }) => slug === 'pulaski')!;

export const warning = (changes: Partial<AlertData> = {}) =>
  anAlertData({ effective: inMinutes(-5), onset: inMinutes(-5), ends: inMinutes(30), ...changes });
export const buildNowAlerts = (changes: Partial<NowAlerts> = {}): NowAlerts => ({
  ok: true,
  updatedAt: inMinutes(-0.5),
  pollSeconds: 60,
  ...changes,
  alerts: [...(changes.alerts ?? [])].sort(byDanger(now)),
});
export const conditions = (changes: object = {}): NowConditions => ({
  location: { name: 'Little Rock' },
  current: {
    temp_f: 64.9,
    temp_c: 18.3,
    feelslike_f: 64,
    feelslike_c: 17.8,
    wind_mph: 8.1,
    wind_kph: 13,
    wind_dir: 'S',
    humidity: 58,
    vis_miles: 10,
    condition: { text: 'Partly cloudy' },
  },
  forecast: {
    forecastday: [{ date: '2026-11-20', day: { maxtemp_f: 68.2, mintemp_f: 47.1, daily_chance_of_rain: 40 } }],
    tomorrow: { mintemp_f: 41.3 },
  },
  meta: { fetchedAt: inMinutes(-1), observedAt: inMinutes(-7), stale: false, sample: false, ...changes },
});
/** Builds a day without risk, until 6 AM tomorrow. */
export const outlookDay = (changes: Partial<NowOutlook> = {}): NowOutlook => ({
  day: 1,
  ok: true,
  stale: false,
  fetched_at: inMinutes(-2),
  issued_at: inMinutes(-90),
  valid_from: inMinutes(-90),
  valid_until: '2026-11-21T12:00:00Z',
  areas: [],
  counties: [],
  unknown_areas: [],
  ...changes,
});
/** Builds a tornado warning in effect with two revisions. */
export const theEvent = (changes: Partial<EventData> = {}): EventData => ({
  ok: true,
  event_key: 'KLZK.TO.W.0042.2026',
  event: 'Tornado Warning',
  active: true,
  ended_at: null,
  ended_by: '',
  successor_key: null,
  unlisted_since: null,
  sourceTime: inMinutes(0),
  serverTime: inMinutes(0),
  revisions: [
    {
      revision: 2,
      action: 'CON',
      sent: inMinutes(-5),
      first_seen_at: inMinutes(-5),
      changes: ['Tornado now observed'],
      alerts: [warning({ tornado_detection: 'OBSERVED' })],
    },
    { revision: 1, action: 'NEW', sent: inMinutes(-20), first_seen_at: inMinutes(-20), changes: [], alerts: [] },
  ],
  ...changes,
});

export const options = { publicUrl: 'https://weather.example', language: english, now, refreshSeconds: 60 };
export const page = (
  alerts: NowAlerts,
  weather: NowConditions | undefined = conditions(),
  storm: NowStorm = { outlook: outlookDay() },
) => countyPage(pulaski, { alerts, conditions: weather, storm }, options);

export const extractText = (html: string) =>
  html
    .replace(/<(style|title|head)[^>]*>.*?<\/\1>/gs, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
