import { hoursUntil } from './answers.mjs';
import { outbreak, photographedEvent, tornadoWarning, warningLife } from './storm.mjs';

/** States are changes to the responses (answers.mjs). */

/** Two in the afternoon. */
const shownTime = () => Date.now() + hoursUntil(14) * 3_600_000;

const floodOnly = ({ alerts, ...rest }) => ({
  ...rest,
  alerts: alerts.filter(({ event }) => event === 'Flash Flood Warning').slice(0, 1),
});
const withTornado = ({ alerts, ...rest }) => ({
  ...rest,
  pollSeconds: 10,
  alerts: [tornadoWarning(shownTime()), ...alerts.slice(0, 2)],
});
const withOutbreak = (rest) => ({ ...rest, pollSeconds: 10, alerts: outbreak(shownTime()) });
const withHundreds = (rest) => {
  const listed = outbreak(shownTime());
  const alerts = Array.from({ length: 300 }, (_, index) => {
    const alert = listed[index % 8];
    const areas = index === 1 ? 'Llanfairpwllgwyngyll'.repeat(12) : alert.areas;
    return { ...alert, areas, id: `${alert.id}.${index}`, event_key: `${alert.event_key}.${index}` };
  });
  return { ...rest, pollSeconds: 10, alerts };
};
const calm = (answer) => ({ ...answer, pollSeconds: 60, alerts: [] });

/** The recording is of a frosty day. */
function withTemperature(data, fahrenheit) {
  const by = fahrenheit - (data.forecast?.hour?.find(({ temp_f }) => typeof temp_f === 'number')?.temp_f ?? fahrenheit);
  const move = (value) => {
    if (Array.isArray(value)) return value.map(move);
    if (!value || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => {
        if (typeof entry !== 'number') return [name, move(entry)];
        if (/(temp|feelslike)_f$/.test(name)) return [name, entry + by];
        return [name, /(temp|feelslike)_c$/.test(name) ? Math.round((entry + by / 1.8) * 10) / 10 : entry];
      }),
    );
  };
  const celsius = Math.round(((fahrenheit - 32) / 1.8) * 10) / 10;
  const felt = { temp_f: fahrenheit, temp_c: celsius, feelslike_f: fahrenheit, feelslike_c: celsius };
  return { ...data, forecast: move(data.forecast), current: { ...data.current, ...felt } };
}

const clearSky = (data) => {
  const isDay = data.current?.is_day;
  const condition = (day) => ({ text: day ? 'Sunny' : 'Clear', icon: day ? 'clear-day' : 'clear-night', code: 1000 });
  const { forecast, current, ...rest } = withTemperature(data, isDay ? 74 : 58);
  const dry = (hour) => ({ ...hour, condition: condition(hour.is_day), chance_of_rain: 5 });
  return {
    ...rest,
    current: { ...current, condition: condition(isDay) },
    forecast: {
      hour: forecast?.hour?.map(dry),
      forecastday: forecast?.forecastday?.map((day) => ({
        ...day,
        day: { ...day.day, condition: condition(true), daily_chance_of_rain: 5 },
        hour: day.hour.map(dry),
      })),
    },
  };
};
const storm = (data) => {
  const warm = withTemperature(data, 71);
  const condition = { text: 'Thunderstorm', icon: 'thunderstorm-day', code: 1276 };
  return { ...warm, current: { ...warm.current, condition, wind_kph: 39, wind_dir: 'SW' } };
};

const emptyHome = (data) => ({
  ...data,
  topSponsor: null,
  teams: [],
  sponsors: [],
  posts: [],
  snapshots: [],
  faqs: [],
  header: null,
  logo: null,
  logo_image: null,
});

const alerts = '/main/weather/alerts';
const forecast = '/main/weather/forecast';

const warningPage = (ended) => ({
  change: {
    [`/main/weather/event/${photographedEvent}`]: () => warningLife(shownTime(), ended),
    [alerts]: ended ? calm : withOutbreak,
  },
});

export const states = {
  usual: {},
  calm: { change: { [alerts]: calm, [forecast]: clearSky } },
  'flood warning': { change: { [alerts]: floodOnly } },
  tornado: { change: { [alerts]: withTornado, [forecast]: storm } },
  outbreak: { change: { [alerts]: withOutbreak, [forecast]: storm } },
  'three hundred alerts': { change: { [alerts]: withHundreds } },
  'warning in force': warningPage(),
  'warning cancelled': warningPage({ ended_by: 'cancelled' }),
  'warning upgraded': warningPage({ ended_by: 'upgraded', successor_key: 'KLZK.TO.W.0043.2026' }),
  night: { hour: 22, change: { [alerts]: calm, [forecast]: clearSky } },
  dusk: { hour: 17, change: { [alerts]: calm, [forecast]: clearSky } },
  loading: { silent: ['/main/'] },
  'providers dead': { down: ['/main/weather/', '/main/social/'] },
  stale: {
    change: {
      [forecast]: (data) => ({
        ...data,
        meta: {
          ...data.meta,
          stale: true,
          fetchedAt: new Date(Date.parse(data.meta.fetchedAt) - 47 * 60_000).toISOString(),
        },
      }),
      [alerts]: (data) => ({ ...data, ok: false }),
    },
  },
  sample: {
    change: {
      [forecast]: (data) => ({ ...data, meta: { ...data.meta, sample: true, source: 'sample' } }),
      [alerts]: (data) => ({ ...data, ok: false, alerts: [], updatedAt: null }),
    },
  },
  empty: {
    change: {
      '/main/home': emptyHome,
      '/main/post': () => [],
      '/main/snapshots': () => [],
      '/main/faqs': () => [],
      '/main/teams': () => [],
      '/main/social/posts': (data) => ({ ...data, posts: [] }),
      [alerts]: calm,
    },
  },
  'everything down': { down: ['/main/'] },
};

export const sponsorStyle = (view) => ({
  change: { '/main/home': (data) => ({ ...data, sponsor_view: view }), [alerts]: calm },
});
