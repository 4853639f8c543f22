import { createHash } from 'node:crypto';
import { counties, type County } from '@site/proto/weather/v1/counties';
import { escapeHtml } from '../documents/html.js';
import { siteName } from '../documents/pages.js';
import { alertsIn, type NowAlert, type NowAlerts, type NowConditions } from './now-data.js';
import { ago, clock, shortened, temperature } from './now-words.js';

/**
 * The pages for a bad line and a bad hour: one small document without script, pictures or further requests. What is warned,
 * until when, what to do, what it is like now, and how old all of that is.
 */

/** A page that is larger does not fit into the first round trips of a bad line. */
export const longestPageBytes = 15 * 1024;

/** From this age on the page says in words that an alert list or a measurement is old. */
const oldMs = { alerts: 10 * 60_000, conditions: 15 * 60_000 } as const;

const weatherServiceUrl = 'https://www.weather.gov/lzk/';

const style =
  ':root{color-scheme:light dark;--canvas:#f7f9fb;--surface:#fff;--ink:#141c26;--soft:#4a5666;--line:#d9e0e7;--link:#0a5ea8;--severe:#a3260f}' +
  '@media(prefers-color-scheme:dark){:root{--canvas:#0e141b;--surface:#18212b;--ink:#eef3f8;--soft:#aebccb;--line:#33404e;--link:#7cc0ff;--severe:#ff9a80}}' +
  '*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--ink);font:1.0625rem/1.5 system-ui,sans-serif}' +
  'header,main,footer{max-width:42rem;margin:0 auto;padding:.75rem 1rem}a{color:var(--link)}h1{font-size:1.5rem;line-height:1.2;margin:.5rem 0}' +
  'h2{font-size:1.15rem;margin:1.5rem 0 .5rem}h3{font-size:1.15rem;margin:0 0 .25rem}p{margin:.25rem 0}' +
  '.c{background:var(--surface);border:1px solid var(--line);border-radius:.75rem;padding:.75rem 1rem;margin:.5rem 0}' +
  '.s{border-left:.4rem solid var(--severe)}.s h3{color:var(--severe)}.o{color:var(--soft);font-size:.9375rem}.t{font-size:2rem;line-height:1.2;font-variant-numeric:tabular-nums}' +
  'ul.n{columns:9rem;margin:.25rem 0;padding:0;list-style:none}ul.n li{break-inside:avoid;padding:.2rem 0}ul.n a{display:inline-block;padding:.2rem 0}';

/** The policy of these pages: their one style sheet, and nothing else at all. */
export function nowPolicy(isHttps: boolean): string {
  const hash = createHash('sha256').update(style).digest('base64');
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    // The empty icon in the head saves the request that browsers make for one.
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

interface Frame {
  title: string;
  description: string;
  /** Absolute address; absent for what search engines shall not list. */
  canonical?: string;
  body: string;
  foot: string;
}

const frame = ({ title, description, canonical, body, foot }: Frame): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
  `<title>${escapeHtml(title)} · ${siteName}</title><meta name="description" content="${escapeHtml(description)}">` +
  (canonical ? `<link rel="canonical" href="${escapeHtml(canonical)}">` : '<meta name="robots" content="noindex">') +
  `<link rel="icon" href="data:,"><style>${style}</style></head><body>` +
  `<header><a href="/">${siteName}</a></header><main>${body}</main><footer class="o">${foot}</footer></body></html>`;

const time = (moment: string | number, now: number) =>
  `<time datetime="${new Date(moment).toISOString()}">${escapeHtml(clock(moment, now))}</time>`;

const unavailable = `<p><strong>Alert status unavailable</strong></p><p>See the National Weather Service: <a href="${weatherServiceUrl}">weather.gov/lzk</a></p>`;

/** When the alerts were checked; the whole truth also when that is long ago, or never. */
function checked({ updatedAt }: NowAlerts, now: number): string {
  if (updatedAt === null) return '<p class="o">The alerts could not be checked.</p>';
  const isOld = now - Date.parse(updatedAt) >= oldMs.alerts;
  const warning = isOld ? ' This is old: do not rely on it.' : '';
  return `<p class="o">Alerts checked at ${time(updatedAt, now)}, ${ago(updatedAt, now)}.${warning}</p>`;
}

const severeWords = new Set(['Extreme', 'Severe']);

function until({ effective, expires }: NowAlert, now: number): string {
  const from = Date.parse(effective) > now ? `From ${time(effective, now)}, ` : '';
  const end = expires === null ? 'until further notice' : `until ${time(expires, now)}`;
  return from ? from + end : end.charAt(0).toUpperCase() + end.slice(1);
}

/** How much is told of each alert; less when there are many, so that the page stays small. */
interface Detail {
  alerts: number;
  characters: number;
}
const details: readonly Detail[] = [
  { alerts: 8, characters: 900 },
  { alerts: 8, characters: 400 },
  { alerts: 6, characters: 150 },
  { alerts: 4, characters: 0 },
];

function alertCard(alert: NowAlert, now: number, { characters }: Detail): string {
  const told = shortened(alert.instruction || alert.desc, characters);
  const what = alert.instruction ? 'What to do: ' : '';
  const advice = characters > 0 && told ? `<p>${what && `<strong>${what}</strong>`}${escapeHtml(told)}</p>` : '';
  const mark = severeWords.has(alert.severity) ? 'c s' : 'c';
  return (
    `<section class="${mark}"><h3>${escapeHtml(alert.event)}</h3><p><strong>${until(alert, now)}</strong></p>${advice}` +
    `<p><a href="/alert/${encodeURIComponent(alert.id)}">Full text<span class="o"> of the ${escapeHtml(alert.event)}</span></a></p></section>`
  );
}

function alertsHtml(county: County, known: NowAlerts, now: number, detail: Detail): string {
  const alerts = alertsIn(known, county);
  const more = alerts.length - detail.alerts;
  const cards = alerts.slice(0, detail.alerts).map((alert) => alertCard(alert, now, detail));
  const rest = more > 0 ? `<p>And ${more} more: <a href="/alert">all alerts</a></p>` : '';
  if (alerts.length === 0)
    return `<div class="c">${known.ok ? '<p><strong>No Active Weather Alerts</strong></p>' : unavailable}</div>${checked(known, now)}`;
  const doubt = known.ok ? '' : `<div class="c"><p>There may be others.</p>${unavailable}</div>`;
  return cards.join('') + rest + doubt + checked(known, now);
}

const line = (label: string, value: string | undefined) =>
  value === undefined ? '' : `<p>${label}: ${escapeHtml(value)}</p>`;

const windOf = ({ wind_mph: mph, wind_kph: kph, wind_dir: from }: NowConditions['current']) => {
  if (mph === undefined || kph === undefined) return undefined;
  return mph < 0.5 ? 'calm' : `${from ? `${from} ` : ''}${Math.round(mph)} mph (${Math.round(kph)} km/h)`;
};

function conditionsHtml(known: NowConditions | undefined, now: number): string {
  if (!known) return '<div class="c"><p>Failed to fetch weather data</p></div>';
  const { current, forecast, location, meta } = known;
  const today = forecast.forecastday[0]?.day;
  const percent = (value: number | undefined) => (value === undefined ? undefined : `${value}%`);
  const low = today?.mintemp_f;
  const high = today?.maxtemp_f;
  const measuredAt = meta.observedAt ?? meta.fetchedAt;
  const isOld = meta.stale || now - Date.parse(meta.fetchedAt) > oldMs.conditions;
  const age = `${meta.observedAt ? 'Measured' : 'Forecast made'} at ${time(measuredAt, now)}, ${ago(measuredAt, now)}.`;
  return (
    `<div class="c">${meta.sample ? '<p><strong>Sample data</strong>: nothing here is real.</p>' : ''}` +
    `<p class="t">${escapeHtml(temperature(current.temp_f, current.temp_c) ?? '--')}</p>` +
    (current.condition?.text ? `<p>${escapeHtml(current.condition.text)}</p>` : '') +
    line('Feels like', temperature(current.feelslike_f, current.feelslike_c)) +
    line('Wind', windOf(current)) +
    line('Humidity', percent(current.humidity)) +
    line('Visibility', current.vis_miles === undefined ? undefined : `${Math.round(current.vis_miles)} mi`) +
    line('Today’s high', high === undefined ? undefined : `${Math.round(high)} °F`) +
    line('Tonight’s low', low === undefined ? undefined : `${Math.round(low)} °F`) +
    line('Chance of rain', percent(today?.daily_chance_of_rain)) +
    `</div><p class="o">${location.name ? `Near ${escapeHtml(location.name)}. ` : ''}${age}` +
    `${isOld ? ` Updated ${ago(meta.fetchedAt, now)} – data delayed.` : ''}</p>`
  );
}

export interface PageOptions {
  publicUrl: string;
  now: number;
  /** Whether the page loads itself again. */
  refreshes: boolean;
}

const madeAt = (now: number) => `<p>This page was made at ${time(now, now)}.`;
const sources = '<p>Alerts: National Weather Service. This is not an official warning service.</p>';

/** The page of one county. */
export function countyPage(
  county: County,
  known: { alerts: NowAlerts; conditions: NowConditions | undefined },
  { publicUrl, now, refreshes }: PageOptions,
): string {
  const address = `/now/${county.slug}`;
  const control = refreshes
    ? ` It loads itself again every minute: <a href="${address}/still">stop that</a>.</p>`
    : ` <a href="${address}">Load it again every minute</a>.</p>`;
  const pageWith = (detail: Detail) =>
    frame({
      title: `${county.name} now`,
      description: `What is warned in ${county.name}, Arkansas, until when, what to do, and the weather right now.`,
      ...(refreshes && { canonical: publicUrl + address }),
      body:
        `<h1>${county.name} now</h1><h2>Alerts</h2>${alertsHtml(county, known.alerts, now, detail)}` +
        `<h2>Current conditions</h2>${conditionsHtml(known.conditions, now)}`,
      foot: `${madeAt(now)}${control}<p><a href="/now">All counties</a> · <a href="/forecast">7-day forecast</a></p>${sources}`,
    });
  const pages = details.map((detail) => pageWith(detail));
  return pages.find((page) => Buffer.byteLength(page) <= longestPageBytes) ?? pages.at(-1) ?? '';
}

/** Up to so many counties with alerts stand on top of the list as well; more would be the list again. */
const mostOnTop = 25;

/** The list of the 75 counties. */
export function listPage(alerts: NowAlerts, { publicUrl, now }: Pick<PageOptions, 'publicUrl' | 'now'>): string {
  const entry = (county: County) => {
    const [worst, ...others] = alertsIn(alerts, county);
    const event = worst && `${shortened(worst.event, 40)}${others.length > 0 ? ` +${others.length}` : ''}`;
    const mark = event ? `: <strong>${escapeHtml(event)}</strong>` : '';
    return `<li><a href="/now/${county.slug}">${county.name.replace(/ County$/, '')}</a>${mark}</li>`;
  };
  const listOf = (entries: readonly County[]) => `<ul class="n">${entries.map(entry).join('')}</ul>`;
  const warned = counties.filter((county) => alertsIn(alerts, county).length > 0);
  const summary =
    warned.length > 0
      ? `<div class="c s"><p><strong>${warned.length} of 75 counties have alerts.</strong></p>` +
        `${warned.length <= mostOnTop ? listOf(warned) : ''}</div>${alerts.ok ? '' : `<div class="c">${unavailable}</div>`}`
      : `<div class="c">${alerts.ok ? '<p><strong>No Active Weather Alerts</strong></p>' : unavailable}</div>`;
  return frame({
    title: 'Your county now',
    description: 'Alerts and current conditions of all 75 counties of Arkansas, on pages that load on the worst line.',
    canonical: `${publicUrl}/now`,
    body: `<h1>Your county now</h1>${summary}${checked(alerts, now)}<h2>Counties</h2>${listOf(counties)}`,
    foot: `${madeAt(now)}</p>${sources}`,
  });
}

/** The page of a county that does not exist. */
export const noSuchCounty = (now: number): string =>
  frame({
    title: 'No such county',
    description: 'There is no county of this name in Arkansas.',
    body: '<h1>No such county</h1><p>There is no county of this name in Arkansas. <a href="/now">All counties</a></p>',
    foot: `${madeAt(now)}</p>`,
  });
