import type { Alerts } from '@site/proto/weather/v1/alerts.responses';
import type { Forecast, Hour } from '@site/proto/weather/v1/forecasts.responses';
import type { SocialPosts } from '@site/proto/weather/v1/social.responses';
import type { WeatherEvent } from '@site/proto/weather/v1/alert-events.responses';
import { hoursUntil, type ResponseState } from './mock-responses.js';
import { outbreak, warningEventKey, tornadoWarning, warningLife } from './storm-alerts.js';

/** States are changes to the responses (mock-responses.ts). */

/** Two in the afternoon. */
const displayedTime = () => Date.now() + hoursUntil(14) * 3_600_000;

const floodOnly = ({ alerts, ...rest }: Alerts): Alerts => ({
  ...rest,
  alerts: alerts.filter(({ event }) => event === 'Flash Flood Warning').slice(0, 1),
});
const withTornado = ({ alerts, ...rest }: Alerts): Alerts => ({
  ...rest,
  pollSeconds: 10,
  alerts: [tornadoWarning(displayedTime()), ...alerts.slice(0, 2)],
});
const withOutbreak = (rest: Alerts): Alerts => ({ ...rest, pollSeconds: 10, alerts: outbreak(displayedTime()) });
const withHundreds = (rest: Alerts): Alerts => {
  const listed = outbreak(displayedTime());
  const alerts = Array.from({ length: 300 }, (_unused, index) => {
    const alert = listed[index % 8]!;
    const areas = index === 1 ? 'Llanfairpwllgwyngyll'.repeat(12) : alert.areas;
    return { ...alert, areas, id: `${alert.id}.${index}`, event_key: `${alert.event_key}.${index}` };
  });
  return { ...rest, pollSeconds: 10, alerts };
};
const calm = (alerts: Alerts): Alerts => ({ ...alerts, pollSeconds: 60, alerts: [] });

/** The recording is of a frosty day. */
function withTemperature(data: Forecast, fahrenheit: number): Forecast {
  const by = fahrenheit - (data.forecast?.hour?.find(({ temp_f }) => typeof temp_f === 'number')?.temp_f ?? fahrenheit);
  const warm = (name: string, entry: unknown) => {
    if (typeof entry !== 'number') return entry;
    if (/(temp|feelslike)_f$/.test(name)) return entry + by;
    return /(temp|feelslike)_c$/.test(name) ? Math.round((entry + by / 1.8) * 10) / 10 : entry;
  };
  const forecast = data.forecast && (JSON.parse(JSON.stringify(data.forecast), warm) as Forecast['forecast']);
  const celsius = Math.round(((fahrenheit - 32) / 1.8) * 10) / 10;
  const felt = { temp_f: fahrenheit, temp_c: celsius, feelslike_f: fahrenheit, feelslike_c: celsius };
  return { ...data, forecast, current: data.current && { ...data.current, ...felt } };
}

const clearSky = (data: Forecast): Forecast => {
  const isDay = data.current?.is_day;
  const condition = (day = false) => ({
    text: day ? 'Sunny' : 'Clear',
    icon: day ? 'clear-day' : 'clear-night',
    code: 1000,
  });
  const { forecast, current, ...rest } = withTemperature(data, isDay ? 74 : 58);
  const dry = (hour: Hour): Hour => ({ ...hour, condition: condition(hour.is_day), chance_of_rain: 5 });
  return {
    ...rest,
    current: current && { ...current, condition: condition(isDay) },
    forecast: forecast && {
      hour: forecast.hour.map(dry),
      forecastday: forecast.forecastday.map((day) => ({
        ...day,
        day: day.day && { ...day.day, condition: condition(true), daily_chance_of_rain: 5 },
        hour: day.hour.map(dry),
      })),
    },
  };
};
const storm = (data: Forecast): Forecast => {
  const warm = withTemperature(data, 71);
  const condition = { text: 'Thunderstorm', icon: 'thunderstorm-day', code: 1276 };
  return { ...warm, current: warm.current && { ...warm.current, condition, wind_kph: 39, wind_dir: 'SW' } };
};

const emptyHome = (data: object) => ({
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

const warningPage = (ended?: Partial<WeatherEvent>): ResponseState => ({
  change: {
    [`/main/weather/event/${warningEventKey}`]: () => warningLife(displayedTime(), ended),
    [alerts]: ended ? calm : withOutbreak,
  },
});

export const states = {
  normal: {},
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
      [forecast]: (data: Forecast): Forecast => ({
        ...data,
        meta: {
          ...data.meta,
          stale: true,
          fetchedAt: new Date(Date.parse(data.meta.fetchedAt) - 47 * 60_000).toISOString(),
        },
      }),
      [alerts]: (data: Alerts): Alerts => ({ ...data, ok: false }),
    },
  },
  sample: {
    change: {
      [forecast]: (data: Forecast): Forecast => ({ ...data, meta: { ...data.meta, sample: true, source: 'sample' } }),
      [alerts]: (data: Alerts): Alerts => ({ ...data, ok: false, alerts: [], updatedAt: null }),
    },
  },
  empty: {
    change: {
      '/main/home': emptyHome,
      '/main/post': () => [],
      '/main/snapshots': () => [],
      '/main/faqs': () => [],
      '/main/teams': () => [],
      '/main/social/posts': (data: SocialPosts): SocialPosts => ({ ...data, posts: [] }),
      [alerts]: calm,
    },
  },
  'everything down': { down: ['/main/'] },
} satisfies Record<string, ResponseState>;

export const sponsorStyle = (view: string): ResponseState => ({
  change: { '/main/home': (data: object) => ({ ...data, sponsor_view: view }), [alerts]: calm },
});
