/** The Spanish pages' forecast: hours and days ahead, as tables and cards. */
import { addHours, dateOf, plainTime } from '@site/domain/local-time';
import { spanishSky } from '@site/domain/weather/spanish-sky';
import { hoursByTime } from '@site/domain/weather/hours-by-time';
import { isFiniteNumber, type Reading } from '@site/domain/weather/reading';
import { dayRange } from '@site/domain/weather/rest-of-today';
import { stateLocalTime } from '@site/regions/state-time';
import { escapeHtml, shortened } from '../html.js';
import { spanish, type Reader } from '../now/language.js';
import type { NowConditions } from '../now/now-data.js';
import { gustMatters, iceDepth, snowDepth, speed, temperature } from '../now/now-labels.js';
import { siteMessages as pageMessages } from './site-messages.js';

type Forecast = NowConditions['forecast'];
type Days = NonNullable<NonNullable<Forecast>['forecastday']>;
type Day = Days[number];
type Hour = NonNullable<NonNullable<Forecast>['hour']>[number];
type Condition = NonNullable<NonNullable<Day['day']>['condition']>;

/** Of dates without a time. */
const dateFormat = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(spanish.locale, { timeZone: 'UTC', ...options });
const longDate = dateFormat({ weekday: 'long', day: 'numeric', month: 'long' });
const shortDate = dateFormat({ weekday: 'short', day: 'numeric' });
const hourFormat = dateFormat({ hour: 'numeric', hour12: true });

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const dateIn = (format: Intl.DateTimeFormat, date: string) =>
  Number.isNaN(Date.parse(date)) ? escapeHtml(date) : format.format(new Date(`${date}T00:00:00Z`));

/** Returns "3 PM" for "2026-11-20 15:00", as ../now/now-labels.ts writes times. */
const hourOfDay = (time: string) => plainTime(hourFormat.format(new Date(`${time.replace(' ', 'T')}:00Z`)));

const localNow = ({ now }: Reader) => stateLocalTime(new Date(now)).replace('T', ' ');
const isToday = ({ date }: Day, reader: Reader) => date === dateOf(localNow(reader));

const value = (reading: Reading, unit: string) =>
  isFiniteNumber(reading) ? `${Math.round(reading) || 0}${unit}` : pageMessages.unknown;
const degrees = (fahrenheit: Reading) => value(fahrenheit, '°');

/** The condition in Spanish alone; unknown ones in English. */
function skyHtml(condition: Condition | null | undefined): string {
  if (!condition?.text) return pageMessages.unknown;
  return (
    spanishSky(condition.text, condition.icon) ?? `<span lang="en">${escapeHtml(shortened(condition.text, 40))}</span>`
  );
}

/** Labeled "rain" only if it can't be anything else. */
const chanceLabel = (entries: readonly { only_rain?: boolean | undefined }[]) =>
  entries.every((entry) => entry.only_rain) ? pageMessages.rain : pageMessages.precipitation;

const row = (head: string, cells: readonly string[]) =>
  `<tr><th scope="row">${head}${cells.map((cell) => `<td>${cell}`).join('')}`;

/** @param name the id of the heading that names the table. It scrolls if it's too wide, so it takes the focus. */
const table = (name: string, columns: readonly string[], rows: readonly string[]) =>
  `<div class="x" role="region" aria-labelledby="${name}" tabindex="0"><table><thead><tr>` +
  `${columns.map((column) => `<th scope="col">${column}`).join('')}<tbody>${rows.join('')}</table></div>`;

interface NamedHour {
  time: string;
  hour: Hour | undefined;
}

/** Returns the hours from the current one. Unknown ones between known ones stay. */
function hoursAhead(forecast: Forecast, reader: Reader, maxHours: number): NamedHour[] {
  const byTime = hoursByTime(forecast ?? undefined);
  const hours = Array.from({ length: maxHours }, (_unused, index) => {
    const time = addHours(localNow(reader), index);
    return { time, hour: byTime.get(time.slice(0, 13)) };
  });
  const last = hours.findLastIndex(({ hour }) => isFiniteNumber(hour?.temp_f) || isFiniteNumber(hour?.wind_mph));
  return hours.slice(0, last + 1);
}

const section = (id: string, title: string, html: string) => `<h2 id="${id}">${title}</h2>${html}`;
const noForecastHtml = () => `<div class="c"><p>${pageMessages.noForecast}</p></div>`;

/** Returns a section with the next hours: sky, temperature and rain. */
export function nextHoursHtml(conditions: NowConditions | undefined, reader: Reader, maxHours: number): string {
  const hours = hoursAhead(conditions?.forecast, reader, maxHours);
  const columns = [
    pageMessages.hour,
    pageMessages.sky,
    pageMessages.temperature,
    chanceLabel(hours.map(({ hour }) => hour ?? {})),
  ];
  const rows = hours.map(({ time, hour }) =>
    row(hourOfDay(time), [skyHtml(hour?.condition), degrees(hour?.temp_f), value(hour?.chance_of_rain, '%')]),
  );
  return section('h', pageMessages.nextHours, hours.length > 0 ? table('h', columns, rows) : noForecastHtml());
}

const windOfHour = ({ wind_mph: mph, wind_dir: from }: Hour) => {
  if (!isFiniteNumber(mph)) return pageMessages.unknown;
  if (mph < 0.5) return spanish.messages.calm;
  return escapeHtml([spanish.messages.direction(from ?? ''), Math.round(mph)].filter(Boolean).join(' '));
};

/** Returns a section per day with all readings of its hours. */
export function hoursHtml(conditions: NowConditions | undefined, reader: Reader): string {
  const hours = hoursAhead(conditions?.forecast, reader, 48);
  if (hours.length === 0) return noForecastHtml();
  const chance = chanceLabel(hours.map(({ hour }) => hour ?? {}));
  const columns = [
    pageMessages.hour,
    pageMessages.sky,
    pageMessages.fahrenheit,
    pageMessages.feelsLike,
    chance,
    pageMessages.wind,
    pageMessages.gusts,
  ];
  return [...new Set(hours.map(({ time }) => dateOf(time)))]
    .map((date, index) => {
      const ofDay = hours.filter(({ time }) => dateOf(time) === date);
      const rows = ofDay.map(({ time, hour = {} }) =>
        row(hourOfDay(time), [
          skyHtml(hour.condition),
          degrees(hour.temp_f),
          degrees(hour.feelslike_f),
          value(hour.chance_of_rain, '%'),
          windOfHour(hour),
          value(hour.gust_mph, ''),
        ]),
      );
      return section(`d${index}`, capitalized(dateIn(longDate, date)), table(`d${index}`, columns, rows));
    })
    .join('');
}

function chanceOf({ day }: Day): Reading {
  const chances = [day?.daily_chance_of_rain, day?.daily_chance_of_snow].filter(isFiniteNumber);
  return chances.length > 0 ? Math.max(...chances) : undefined;
}

/** Without days that are over, which an old forecast may have. */
const daysOf = (conditions: NowConditions | undefined, reader: Reader): Days =>
  (conditions?.forecast?.forecastday ?? []).filter(({ date = '' }) => date >= dateOf(localNow(reader)));

/** Returns a section with a line per day. */
export function weekHtml(conditions: NowConditions | undefined, reader: Reader): string {
  const days = daysOf(conditions, reader);
  const columns = [
    pageMessages.day,
    pageMessages.sky,
    pageMessages.high,
    pageMessages.low,
    chanceLabel(days.map(({ day }) => day ?? {})),
  ];
  const rows = days.map((day) => {
    const { high, low } = dayRange(day, conditions?.forecast ?? undefined, localNow(reader));
    const name = isToday(day, reader) ? pageMessages.today : capitalized(dateIn(shortDate, day.date ?? ''));
    return row(name, [skyHtml(day.day?.condition), degrees(high), degrees(low), value(chanceOf(day), '%')]);
  });
  return section('w', pageMessages.week, days.length > 0 ? table('w', columns, rows) : noForecastHtml());
}

const line = (label: string, text: string | undefined) => (text ? `<p>${label}: ${escapeHtml(text)}</p>` : '');
/** "06:49 AM" → "6:49 AM". */
const sunTime = (time: string | undefined) => time?.replace(/^0/, '');

function dayCard(day: Day, conditions: NowConditions, reader: Reader): string {
  const { messages } = spanish;
  const of = day.day ?? {};
  const { high, low, lowLabel } = dayRange(day, conditions.forecast ?? undefined, localNow(reader));
  const date = dateIn(longDate, day.date ?? '');
  const uv = isFiniteNumber(of.uv) ? Math.round(of.uv) : undefined;
  const chance = chanceOf(day);
  const { maxwind_mph: wind, maxgust_mph: gust } = of;
  const inches = of.totalprecip_in ?? 0;
  return (
    `<section class="c"><h2>${isToday(day, reader) ? pageMessages.todayIs(date) : capitalized(date)}</h2>` +
    `<p><strong>${skyHtml(of.condition)}</strong></p>` +
    line(pageMessages.highOfDay, temperature(high ?? undefined, undefined) ?? pageMessages.unknown) +
    line(
      lowLabel === 'Tonight' ? messages.tonight : pageMessages.lowOfDay,
      temperature(low ?? undefined, undefined) ?? pageMessages.unknown,
    ) +
    line(of.only_rain ? messages.chanceOfRain : messages.chanceOfPrecipitation, value(chance, '%')) +
    line(
      pageMessages.rainAmount,
      of.only_rain && inches >= 0.005 ? `${inches.toFixed(2)} ${messages.inch}` : undefined,
    ) +
    line(pageMessages.snow, snowDepth(of.totalsnow_cm, spanish)) +
    line(pageMessages.ice, iceDepth(of.totalice_mm, spanish)) +
    line(pageMessages.windUpTo, isFiniteNumber(wind) ? speed(wind, of.maxwind_kph) : undefined) +
    line(pageMessages.gustsUpTo, gustMatters(gust, wind) ? speed(gust, of.maxgust_kph) : undefined) +
    line(messages.humidity, isFiniteNumber(of.avghumidity) ? value(of.avghumidity, '%') : undefined) +
    line(pageMessages.uvIndex, uv === undefined ? undefined : `${uv} (${pageMessages.uvLevel(uv)})`) +
    line(pageMessages.sunrise, sunTime(day.astro?.sunrise)) +
    line(pageMessages.sunset, sunTime(day.astro?.sunset)) +
    '</section>'
  );
}

/** Returns a card per day with all readings. */
export function daysHtml(conditions: NowConditions | undefined, reader: Reader): string {
  const days = daysOf(conditions, reader);
  if (!conditions || days.length === 0) return noForecastHtml();
  return `<div class="g">${days.map((day) => dayCard(day, conditions, reader)).join('')}</div>`;
}
