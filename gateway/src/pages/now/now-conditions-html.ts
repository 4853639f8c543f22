import { restOfToday, temperaturesAhead } from '@site/domain/weather/rest-of-today';
import { stateLocalTime } from '@site/state/state-time';
import { escapeHtml } from '../html.js';
import type { NowConditions } from './now-data.js';
import { time } from './now-frame.js';
import { ago, gustMatters, iceDepth, snowDepth, speed, temperature, visibility, weekdayOf } from './now-words.js';

/** From this age on, the page says that the reading is old. */
const oldMs = 15 * 60_000;
/** Shows the fetch time if it's later than the reading by this. */
const apartMs = 5 * 60_000;

type Current = NonNullable<NowConditions['current']>;
type Today = NonNullable<NonNullable<NonNullable<NowConditions['forecast']>['forecastday']>[number]['day']>;

const line = (label: string, value: string | undefined) =>
  value === undefined ? '' : `<p>${label}: ${escapeHtml(value)}</p>`;

function windOf({ wind_mph: mph, wind_kph: kph, wind_dir: from, gust_mph: gust, gust_kph: gustKph }: Current) {
  if (mph === undefined) return undefined;
  const gusts = gustMatters(gust, mph) ? `, gusts to ${speed(gust, gustKph)}` : '';
  return (mph < 0.5 ? 'calm' : `${from ? `${from} ` : ''}${speed(mph, kph)}`) + gusts;
}

const percent = (value: number | undefined) => (value === undefined ? undefined : `${value}%`);

/** As on the full pages: what is still ahead. */
function temperaturesOfToday({ forecast }: NowConditions, now: number): string {
  const localNow = stateLocalTime(new Date(now)).replace('T', ' ');
  const labels = { High: 'Today’s high', Low: 'Today’s low', Tonight: 'Tonight’s low' };
  return temperaturesAhead(restOfToday(forecast ?? undefined, localNow))
    .map(({ label, fahrenheit }) => line(labels[label], temperature(fahrenheit ?? undefined, undefined)))
    .join('');
}

/** Labeled "rain" only if it can't be anything else. */
function precipitation(day: Today): string {
  const chances = [day.daily_chance_of_rain, day.daily_chance_of_snow].filter((chance) => chance !== undefined);
  const label = day.only_rain ? 'Chance of rain' : 'Chance of precipitation';
  return (
    line(label, chances.length > 0 ? percent(Math.max(...chances)) : undefined) +
    line('Snow today', snowDepth(day.totalsnow_cm)) +
    line('Ice today', iceDepth(day.totalice_mm))
  );
}

function wintryAhead(days: NonNullable<NonNullable<NowConditions['forecast']>['forecastday']>): string {
  return days
    .slice(1)
    .map(({ date, day }) => {
      const weekday = weekdayOf(date ?? '');
      return line(`Snow ${weekday}`, snowDepth(day?.totalsnow_cm)) + line(`Ice ${weekday}`, iceDepth(day?.totalice_mm));
    })
    .join('');
}

function origin({ meta }: NowConditions, now: number): string {
  if (meta.sample || meta.currentFrom === 'sample') return 'Sample readings, nothing measured. ';
  if (meta.currentFrom === 'forecast' || meta.observedAt === null) return 'From the forecast for this hour. ';
  const station = meta.stationName ? `${escapeHtml(meta.stationName)}, ` : '';
  const { observedAt, fetchedAt } = meta;
  const look =
    Date.parse(fetchedAt) - Date.parse(observedAt) >= apartMs ? `Last checked at ${time(fetchedAt, now)}. ` : '';
  return `Measured at ${station}${time(observedAt, now)}, ${ago(observedAt, now)}. ${look}`;
}

function forecastAge({ meta }: NowConditions, now: number): string {
  if (!meta.forecastMadeAt || meta.sample) return '';
  const delayed = meta.forecastDelayed ? ' The forecast is delayed.' : '';
  return `Forecast made at ${time(meta.forecastMadeAt, now)}, ${ago(meta.forecastMadeAt, now)}.${delayed} `;
}

/** @param now by the upstream clock */
export function conditionsHtml(known: NowConditions | undefined, now: number): string {
  if (!known) return '<div class="c"><p>Failed to fetch weather data</p></div>';
  const { forecast, location, meta } = known;
  const current = known.current ?? {};
  const today = forecast?.forecastday?.[0]?.day ?? {};
  const isOld = meta.stale || now - Date.parse(meta.fetchedAt) > oldMs;
  return (
    `<div class="c r">${meta.sample ? '<p><strong>Sample data</strong>: nothing here is real.</p>' : ''}` +
    `<p class="t">${escapeHtml(temperature(current.temp_f, current.temp_c) ?? '--')}</p>` +
    (current.condition?.text ? `<p>${escapeHtml(current.condition.text)}</p>` : '') +
    line('Feels like', temperature(current.feelslike_f, current.feelslike_c)) +
    line('Wind', windOf(current)) +
    line('Humidity', percent(current.humidity)) +
    line('Visibility', visibility(current.vis_miles)) +
    temperaturesOfToday(known, now) +
    precipitation(today) +
    wintryAhead(forecast?.forecastday ?? []) +
    `</div><p class="o">${location?.name ? `Near ${escapeHtml(location.name)}. ` : ''}${origin(known, now)}` +
    forecastAge(known, now) +
    `${isOld && meta.fetchedAt ? `Updated ${ago(meta.fetchedAt, now)} – data delayed.` : ''}</p>`
  );
}
