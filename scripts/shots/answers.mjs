import { state } from '../../regions/facts.mjs';

/**
 * Puts a page into a state by changing the real gateway's responses on their way to the browser, including those
 * embedded in its document. Replaces data that would differ between runs, including the time of day.
 */

const stateTimeZone = state.timeZone;
const hourMs = 3_600_000;

const addressOf = {
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
export function hoursUntil(hourOfDay) {
  const hour = new Intl.DateTimeFormat('en-US', {
    timeZone: stateTimeZone,
    hour: 'numeric',
    hourCycle: 'h23',
  }).format();
  return hourOfDay - Number(hour);
}

/** Returns a document without the markup that the server rendered, so that the page renders it itself. */
export function withoutMarkup(html) {
  const [before = '', markup] = html.split('<!--rendered-->', 2);
  if (markup === undefined) return html;
  return `${before}<div id="root"></div>${markup.split('<!--/rendered-->')[1] ?? ''}`;
}

const shiftInstant = (text, hours) => new Date(Date.parse(text) + hours * hourMs).toISOString();
function shiftClock(text, hours) {
  const moved = new Date(Date.parse(`${text.replace(' ', 'T')}:00Z`) + hours * hourMs);
  return moved.toISOString().slice(0, 16).replace('T', ' ');
}

/** Shifts every time in a response: instants, and local times of the place. */
function shiftTimes(value, hours) {
  if (typeof value === 'string') {
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return shiftInstant(value, hours);
    return /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(value) ? shiftClock(value, hours) : value;
  }
  if (Array.isArray(value)) return value.map((entry) => shiftTimes(entry, hours));
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, shiftTimes(entry, hours)]));
  return value;
}

const minutesOf = (clock) => {
  const [, hour, minute, half] = /(\d+):(\d+) ([AP]M)/.exec(clock) ?? [];
  return (Number(hour) % 12) * 60 + Number(minute) + (half === 'PM' ? 720 : 0);
};

/** Sets day or night by the sun, after the times were shifted. */
function light(entry, time, astro) {
  if (!entry) return entry;
  const minutes = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
  const isDay = minutes > minutesOf(astro.sunrise) && minutes < minutesOf(astro.sunset);
  const icon = entry.condition?.icon.replace(/-(day|night)$/, isDay ? '-day' : '-night');
  return { ...entry, is_day: isDay, ...(icon && { condition: { ...entry.condition, icon } }) };
}

/** Shifts a forecast's hours; gaps at either end are filled with the same hour of the adjacent day. */
function movedHours(forecast, hours, astro) {
  const known = [...forecast.forecastday.flatMap(({ hour }) => hour), ...(forecast.hour ?? [])];
  const byTime = new Map(known.map((hour) => [shiftClock(hour.time, hours), hour]));
  const days = [...new Set(known.map(({ time }) => time.slice(0, 10)))];
  return days.flatMap((day) =>
    Array.from({ length: 24 }, (_, number) => {
      const time = `${day} ${String(number).padStart(2, '0')}:00`;
      const found = [0, -24, 24]
        .map((by) => byTime.get(shiftClock(time, by)))
        .find((hour) => typeof hour?.temp_f === 'number');
      return light({ ...found, time }, time, astro);
    }),
  );
}

function inBrief(hours) {
  const known = hours.filter(({ temp_f }) => typeof temp_f === 'number');
  const temperatures = known.map(({ temp_f }) => temp_f);
  const chances = known.map(({ chance_of_rain }) => chance_of_rain ?? 0);
  const { condition } = known[0] ?? {};
  return {
    condition,
    maxtemp_f: Math.max(...temperatures),
    mintemp_f: Math.min(...temperatures),
    daily_chance_of_rain: Math.max(...chances),
  };
}

/** Late in the evening, providers return little about the current day: the next day fills the gaps. */
function withoutGaps(day, next) {
  const known = Object.entries(day).filter(([, value]) => value !== null && value !== undefined);
  return { ...next, ...Object.fromEntries(known) };
}

function shiftForecast(data, hours) {
  const { location, current, meta, forecast, ...rest } = data;
  const moved = { ...rest, location: shiftTimes(location, hours), meta: shiftTimes(meta, hours), forecast };
  const astro = forecast?.forecastday?.[0]?.astro;
  if (!astro) return { ...moved, current };
  const all = movedHours(forecast, hours, astro);
  return {
    ...moved,
    current: light(current, moved.location.localtime, astro),
    forecast: {
      hour: all.slice(0, 48),
      forecastday: forecast.forecastday.map((day, index, days) => ({
        ...day,
        day: withoutGaps(day.day, days[index + 1]?.day ?? inBrief(forecast.hour ?? [])),
        hour: all.filter(({ time }) => time.startsWith(day.date)),
      })),
    },
  };
}

/** How long a closing page may take to report that it is closed. */
const closesWithinMs = 5_000;

/** Ignores errors of responses that were still pending when the page was closed. */
const whileOpen = (page, handle) => (route) =>
  handle(route).catch(async (error) => {
    if (page.isClosed()) return;
    // The context aborts the response a moment before the page is closed.
    await page.waitForEvent('close', { timeout: closesWithinMs }).catch(() => {
      throw error;
    });
  });

/**
 * @param {import('playwright-core').Page} page
 * @param {object} state
 * @param {number} state.hour the hour of the day to show, default 14
 * @param {Record<string, (data: any) => any>} state.change changes a response's data, by its path; for a single event
 *   it may supply all of it
 * @param {string[]} state.down paths, or their prefixes, that return 503
 * @param {string[]} state.silent paths, or their prefixes, that never respond
 */
export async function putInState(page, { hour = 14, change = {}, down = [], silent = [] } = {}) {
  const hours = hoursUntil(hour);
  await page.clock.setFixedTime(Date.now() + hours * hourMs);
  const isAmong = (list, path) => list.some((beginning) => path.startsWith(beginning));
  const changed = (path, answer) => {
    let { data } = answer;
    if (path === '/main/weather/forecast') data = shiftForecast(data, hours);
    else if (timed.test(path)) data = shiftTimes(data, hours);
    return { ...answer, data: change[path] ? change[path](data) : data };
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
      if (response.ok()) return route.fulfill({ response, headers, json: changed(path, await response.json()) });
      // A state may supply an event that the product doesn't have.
      const made = path.startsWith('/main/weather/event/') && change[path]?.();
      if (made) return route.fulfill({ json: { status: true, action: 'OK', data: made } });
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
        (block, id, json) => {
          const path = addressOf[id] ?? (id.startsWith('/main/') ? id.split('?', 1)[0] : undefined);
          if (!path) return block;
          if (isAmong(down, path) || isAmong(silent, path)) return '';
          const answer = JSON.stringify(changed(path, JSON.parse(json))).replaceAll('<', '\\u003c');
          return `<script type="application/json" id="${id}">${answer}</script>`;
        },
      );
      return route.fulfill({ response, body: html });
    }),
  );
}
