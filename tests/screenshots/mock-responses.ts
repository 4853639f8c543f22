import type { Page, Route } from '@playwright/test';
import type { Day, Forecast, ForecastDay, Hour } from '@site/proto/weather/v1/forecasts.responses';
import { state } from '../../regions/facts.mjs';

/**
 * Puts a page into a state by changing the real gateway's responses on their way to the browser, including those
 * embedded in its document. Replaces data that would differ between runs, including the time of day.
 */

const stateTimeZone = state.timeZone;
const hourMs = 3_600_000;

const addressOf: Record<string, string> = {
  'home-data': '/main/home',
  'weather-data': '/main/weather/forecast',
  'alerts-data': '/main/weather/alerts',
  'outlook-data': '/main/weather/outlook',
  'week-data': '/main/weather/forecast',
  'forecast-week-data': '/main/weather/forecast',
  'county-weather-data': '/main/weather/forecast',
};

/** Responses whose times are shifted without further changes. */
const timed = /^\/main\/(weather\/(alerts$|event\/|radar$|outlook$|reports$|rivers|products\/)|social\/posts$)/;

/** Returns the hours from now to this hour of today, in the state's time zone. */
export function hoursUntil(hourOfDay: number): number {
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone: stateTimeZone,
    hour: 'numeric',
    hourCycle: 'h23',
  }).format();
  return hourOfDay - Number(hour);
}

/** Returns a document without the markup that the server rendered, so that the page renders it itself. */
export function withoutMarkup(html: string): string {
  const [before = '', markup] = html.split('<!--rendered-->', 2);
  if (markup === undefined) return html;
  return `${before}<div id="root"></div>${markup.split('<!--/rendered-->')[1] ?? ''}`;
}

const shiftInstant = (text: string, hours: number) => new Date(Date.parse(text) + hours * hourMs).toISOString();
function shiftClock(text: string, hours: number) {
  const moved = new Date(Date.parse(`${text.replace(' ', 'T')}:00Z`) + hours * hourMs);
  return moved.toISOString().slice(0, 16).replace('T', ' ');
}

/** Shifts every time in a response: instants, and local times of the place. */
function shiftTimes<Value>(value: Value, hours: number): Value {
  const shift = (_key: string, entry: unknown) => {
    if (typeof entry !== 'string') return entry;
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(entry)) return shiftInstant(entry, hours);
    return /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(entry) ? shiftClock(entry, hours) : entry;
  };
  return JSON.parse(JSON.stringify(value), shift) as Value;
}

const minutesOf = (clock: string) => {
  const [, hour, minute, half] = /(\d+):(\d+) ([AP]M)/.exec(clock) ?? [];
  return (Number(hour) % 12) * 60 + Number(minute) + (half === 'PM' ? 720 : 0);
};

type Astro = NonNullable<ForecastDay['astro']>;
type Lit = Pick<Hour, 'is_day' | 'condition'>;

/** Sets day or night by the sun, after the times were shifted. */
function light<Entry extends Lit>(entry: Entry, time: string, astro: Astro): Entry {
  const minutes = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
  const isDay = minutes > minutesOf(astro.sunrise) && minutes < minutesOf(astro.sunset);
  const { condition } = entry;
  const icon = condition?.icon.replace(/-(day|night)$/, isDay ? '-day' : '-night');
  return { ...entry, is_day: isDay, ...(condition && icon && { condition: { ...condition, icon } }) };
}

/** Shifts a forecast's hours; gaps at either end are filled with the same hour of the adjacent day. */
function shiftHours(forecast: NonNullable<Forecast['forecast']>, hours: number, astro: Astro): Hour[] {
  const existing = [...forecast.forecastday.flatMap(({ hour }) => hour), ...forecast.hour];
  const byTime = new Map(existing.map((hour) => [shiftClock(hour.time, hours), hour]));
  const days = [...new Set(existing.map(({ time }) => time.slice(0, 10)))];
  return days.flatMap((day) =>
    Array.from({ length: 24 }, (_unused, number) => {
      const time = `${day} ${String(number).padStart(2, '0')}:00`;
      const found = [0, -24, 24]
        .map((by) => byTime.get(shiftClock(time, by)))
        .find((hour) => typeof hour?.temp_f === 'number');
      return light<Hour>({ time_epoch: 0, only_rain: false, ...found, time }, time, astro);
    }),
  );
}

function summarize(hours: readonly Hour[]): Partial<Day> {
  const complete = hours.filter(({ temp_f }) => typeof temp_f === 'number');
  const temperatures = complete.map(({ temp_f }) => temp_f ?? 0);
  const chances = complete.map(({ chance_of_rain }) => chance_of_rain ?? 0);
  return {
    condition: complete[0]?.condition,
    maxtemp_f: Math.max(...temperatures),
    mintemp_f: Math.min(...temperatures),
    daily_chance_of_rain: Math.max(...chances),
  };
}

/** Late in the evening, providers return little about the current day: the next day fills the gaps. */
function withoutGaps(day: Day | undefined, next: Partial<Day>): Day {
  const existing = Object.entries(day ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return { only_rain: false, ...next, ...Object.fromEntries(existing) };
}

function shiftForecast(data: Forecast, hours: number): Forecast {
  const { current, forecast } = data;
  const shifted = { ...data, location: shiftTimes(data.location, hours), meta: shiftTimes(data.meta, hours) };
  const astro = forecast?.forecastday[0]?.astro;
  if (!astro || !shifted.location) return shifted;
  const all = shiftHours(forecast, hours, astro);
  return {
    ...shifted,
    current: current && light(current, shifted.location.localtime, astro),
    forecast: {
      hour: all.slice(0, 48),
      forecastday: forecast.forecastday.map((day, index, days) => ({
        ...day,
        day: withoutGaps(day.day, days[index + 1]?.day ?? summarize(forecast.hour)),
        hour: all.filter(({ time }) => time.startsWith(day.date)),
      })),
    },
  };
}

/** How long a closing page may take to report that it is closed. */
const closesWithinMs = 5_000;

/** Ignores errors of responses that were still pending when the page was closed. */
const whileOpen = (page: Page, handle: (route: Route) => Promise<void>) => (route: Route) =>
  handle(route).catch(async (error: unknown) => {
    if (page.isClosed()) return;
    // The context aborts the response a moment before the page is closed.
    await page.waitForEvent('close', { timeout: closesWithinMs }).catch(() => {
      throw error;
    });
  });

/** Changes to the gateway's responses. */
export interface ResponseState {
  /** Hour of the day to show, default 14. */
  hour?: number;
  /** Changes a response's data, by its path. For a single event it may supply all of it. */
  change?: Record<string, (data: never) => unknown>;
  /** Paths, or their prefixes, that return 503. */
  down?: readonly string[];
  /** Paths, or their prefixes, that never respond. */
  silent?: readonly string[];
}

interface ResponseBody {
  data: unknown;
}

export async function putInState(
  page: Page,
  { hour = 14, change = {}, down = [], silent = [] }: ResponseState = {},
): Promise<void> {
  const hours = hoursUntil(hour);
  await page.clock.setFixedTime(Date.now() + hours * hourMs);
  const isAmong = (list: readonly string[], path: string) => list.some((beginning) => path.startsWith(beginning));
  const replaceData = (path: string, data: unknown): unknown => (change[path] as (data: unknown) => unknown)(data);
  const changed = (path: string, body: ResponseBody): ResponseBody => {
    let { data } = body;
    if (path === '/main/weather/forecast') data = shiftForecast(data as Forecast, hours);
    else if (timed.test(path)) data = shiftTimes(data, hours);
    return { ...body, data: change[path] ? replaceData(path, data) : data };
  };

  await page.route(
    (url) => url.pathname.startsWith('/main/'),
    whileOpen(page, async (route) => {
      const path = new URL(route.request().url()).pathname;
      if (isAmong(silent, path)) return;
      if (isAmong(down, path)) {
        const message = 'This part of the site is not answering right now. Please try again in a moment.';
        const body = { status: false, action: message, message, errors: [{ field: '', message }] };
        return route.fulfill({ status: 503, json: body });
      }
      if (route.request().method() !== 'GET' || path.endsWith('.png')) return route.continue();
      const response = await route.fetch();
      // The server's clock shifts with the page's; otherwise responses would seem to be hours old.
      const headers = { ...response.headers(), date: new Date(Date.now() + hours * hourMs).toUTCString() };
      if (response.ok())
        return route.fulfill({ response, headers, json: changed(path, (await response.json()) as ResponseBody) });
      // A state may supply an event that the product doesn't have.
      if (path.startsWith('/main/weather/event/') && change[path])
        return route.fulfill({ json: { status: true, action: 'OK', data: replaceData(path, undefined) } });
      return route.fulfill({ response });
    }),
  );
  await page.route(
    (url) => !/^\/(main|admin|media|assets)\//.test(url.pathname),
    whileOpen(page, async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      // The server rendered the unchanged responses.
      const html = withoutMarkup(await response.text()).replace(
        /<script type="application\/json" id="([^"]+)">([^<]*)<\/script>/g,
        (block, id: string, json: string) => {
          const path = addressOf[id] ?? (id.startsWith('/main/') ? id.split('?', 1)[0] : undefined);
          if (!path) return block;
          if (isAmong(down, path) || isAmong(silent, path)) return '';
          const body = JSON.stringify(changed(path, JSON.parse(json) as ResponseBody)).replaceAll('<', '\\u003c');
          return `<script type="application/json" id="${id}">${body}</script>`;
        },
      );
      return route.fulfill({ response, body: html });
    }),
  );
}
