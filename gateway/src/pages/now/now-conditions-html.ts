import { spanishSky } from '@site/domain/weather/spanish-sky';
import { restOfToday, temperaturesAhead } from '@site/domain/weather/rest-of-today';
import { isCalmUnderWarning, skyOf } from '@site/domain/weather/sky';
import { stateLocalTime } from '@site/regions/state-time';
import { escapeHtml } from '../html.js';
import { addEnglish, type Language, type Reader } from './language.js';
import type { NowAlert, NowConditions } from './now-data.js';
import { time, timeElement } from './now-frame.js';
import {
  ago,
  gustMatters,
  iceDepth,
  shortClock,
  snowDepth,
  speed,
  temperature,
  visibility,
  weekdayOf,
} from './now-labels.js';

/** From this age on, the page says that the reading is old. */
const oldMs = 15 * 60_000;
/** Shows the fetch time if it's later than the reading by this. */
const apartMs = 5 * 60_000;

type Current = NonNullable<NowConditions['current']>;
type Today = NonNullable<NonNullable<NonNullable<NowConditions['forecast']>['forecastday']>[number]['day']>;

const line = (label: string, value: string | undefined) =>
  value === undefined ? '' : `<p>${label}: ${escapeHtml(value)}</p>`;

/** Describes wind and gusts in both units; undefined if the speed is missing. */
export function windOf(
  { wind_mph: mph, wind_kph: kph, wind_dir: from, gust_mph: gust, gust_kph: gustKph }: Current,
  { messages }: Language,
) {
  if (mph === undefined) return undefined;
  const gusts = gustMatters(gust, mph) ? messages.gusts(speed(gust, gustKph)) : '';
  return (mph < 0.5 ? messages.calm : `${from ? `${messages.direction(from)} ` : ''}${speed(mph, kph)}`) + gusts;
}

/** Names the source of a calm sky during a warning: a station miles away, or the forecast. */
function skySource({ meta }: NowConditions, reader: Reader): string {
  const { messages } = reader.language;
  if (meta.currentFrom === 'forecast') return ` ${messages.inForecast}`;
  const measuredAt = Date.parse(meta.observedAt ?? '');
  const isKnown = !Number.isNaN(measuredAt);
  return ` ${messages.lastMeasured(isKnown ? timeElement(measuredAt, shortClock(measuredAt, reader, true)) : undefined)}`;
}

/** @param alerts of the same place */
function skyHtml(conditions: NowConditions, alerts: readonly NowAlert[], reader: Reader): string {
  const { condition } = conditions.current ?? {};
  if (!condition?.text) return '';
  const name = addEnglish(spanishSky(condition.text, condition.icon), condition.text, reader.language);
  const source = isCalmUnderWarning(skyOf(condition), alerts, reader.now) ? skySource(conditions, reader) : '';
  return `<p>${name}${source}</p>`;
}

export const percent = (value: number | undefined) => (value === undefined ? undefined : `${value}%`);

/** As on the full pages: what is still ahead. */
function temperaturesOfToday({ forecast }: NowConditions, { now, language }: Reader): string {
  const { messages } = language;
  const localNow = stateLocalTime(new Date(now)).replace('T', ' ');
  const labels = { High: messages.high, Low: messages.low, Tonight: messages.tonight };
  return temperaturesAhead(restOfToday(forecast ?? undefined, localNow))
    .map(({ label, fahrenheit }) => line(labels[label], temperature(fahrenheit ?? undefined, undefined)))
    .join('');
}

/** Labeled "rain" only if it can't be anything else. */
function precipitation(day: Today, language: Language): string {
  const { messages } = language;
  const chances = [day.daily_chance_of_rain, day.daily_chance_of_snow].filter((chance) => chance !== undefined);
  const label = day.only_rain ? messages.chanceOfRain : messages.chanceOfPrecipitation;
  return (
    line(label, chances.length > 0 ? percent(Math.max(...chances)) : undefined) +
    line(messages.snowToday, snowDepth(day.totalsnow_cm, language)) +
    line(messages.iceToday, iceDepth(day.totalice_mm, language))
  );
}

function wintryAhead(
  days: NonNullable<NonNullable<NowConditions['forecast']>['forecastday']>,
  language: Language,
): string {
  const { messages } = language;
  return days
    .slice(1)
    .map(({ date, day }) => {
      const weekday = weekdayOf(date ?? '', language);
      return (
        line(messages.snowOn(weekday), snowDepth(day?.totalsnow_cm, language)) +
        line(messages.iceOn(weekday), iceDepth(day?.totalice_mm, language))
      );
    })
    .join('');
}

function origin({ meta }: NowConditions, reader: Reader): string {
  const { messages } = reader.language;
  if (meta.sample || meta.currentFrom === 'sample') return messages.sampleReadings;
  if (meta.currentFrom === 'forecast' || meta.observedAt === null) return messages.fromForecast;
  const station = meta.stationName ? `${escapeHtml(meta.stationName)}, ` : '';
  const { observedAt, fetchedAt } = meta;
  const isFetchedLongAfter = Date.parse(fetchedAt) - Date.parse(observedAt) >= apartMs;
  const lastChecked = isFetchedLongAfter ? messages.lastCheckedAt(time(fetchedAt, reader)) : '';
  return messages.measuredAt(station, time(observedAt, reader), ago(observedAt, reader)) + lastChecked;
}

/** Returns when the forecast was made, and the age of data that is old. */
export function forecastAge({ meta }: NowConditions, reader: Reader): string {
  const { messages } = reader.language;
  const isOld = meta.stale || reader.now - Date.parse(meta.fetchedAt) > oldMs;
  const age = isOld && meta.fetchedAt ? messages.delayed(ago(meta.fetchedAt, reader)) : '';
  if (!meta.forecastIssuedAt || meta.sample) return age;
  const delayed = meta.forecastDelayed ? messages.forecastDelayed : '';
  return `${messages.forecastIssuedAt(time(meta.forecastIssuedAt, reader), ago(meta.forecastIssuedAt, reader))}${delayed} ${age}`;
}

/**
 * Returns current temperature, sky, wind and today's range; a sentence if there is no forecast.
 * @param alerts of the same place
 */
export function conditionsHtml(
  conditions: NowConditions | undefined,
  alerts: readonly NowAlert[],
  reader: Reader,
): string {
  const { language } = reader;
  const { messages } = language;
  if (!conditions) return `<div class="c"><p>${messages.noWeather}</p></div>`;
  const { forecast, location, meta } = conditions;
  const current = conditions.current ?? {};
  const today = forecast?.forecastday?.[0]?.day ?? {};
  return (
    `<div class="c r">${meta.sample ? `<p>${messages.sampleData}</p>` : ''}` +
    `<p class="t">${escapeHtml(temperature(current.temp_f, current.temp_c) ?? '--')}</p>` +
    skyHtml(conditions, alerts, reader) +
    line(messages.feelsLike, temperature(current.feelslike_f, current.feelslike_c)) +
    line(messages.wind, windOf(current, language)) +
    line(messages.humidity, percent(current.humidity)) +
    line(messages.visibility, visibility(current.vis_miles, language)) +
    temperaturesOfToday(conditions, reader) +
    precipitation(today, language) +
    wintryAhead(forecast?.forecastday ?? [], language) +
    `</div><p class="o">${location?.name ? messages.near(escapeHtml(location.name)) : ''}${origin(conditions, reader)}` +
    `${forecastAge(conditions, reader)}</p>`
  );
}
