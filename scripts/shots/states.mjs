/** The states that a page is photographed in, as changes of the answers (answers.mjs). */

const inAnHour = (minutes) => new Date(Date.now() + minutes * 60_000).toISOString();

/** As the National Weather Service words one, for the middle of the state. */
const tornadoWarning = {
  id: 'urn:oid:2.49.0.1.840.0.shots.tornado.001.1',
  event: 'Tornado Warning',
  severity: 'Extreme',
  urgency: 'Immediate',
  certainty: 'Observed',
  headline: 'Tornado Warning issued for Pulaski and Faulkner Counties by NWS Little Rock AR',
  desc: 'The National Weather Service in Little Rock has issued a\n\n* Tornado Warning for...\nCentral Pulaski County in central Arkansas...\nSoutheastern Faulkner County in central Arkansas...\n\n* At 151 PM CST, a confirmed large and extremely dangerous tornado was\nlocated near Maumelle, moving northeast at 40 mph.\n\nHAZARD...Damaging tornado and quarter size hail.\n\nSOURCE...Weather spotters confirmed tornado.\n\nIMPACT...You are in a life-threatening situation. Flying debris will\nbe deadly to those caught without shelter.',
  instruction:
    'TAKE COVER NOW! Move to a basement or an interior room on the lowest floor of a sturdy building. Avoid windows.',
  areas: 'Pulaski, AR; Faulkner, AR',
  counties: ['05119', '05045'],
  sender: 'NWS Little Rock AR',
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [-92.62, 34.72],
        [-92.2, 34.68],
        [-92.05, 34.98],
        [-92.42, 35.06],
        [-92.62, 34.72],
      ],
    ],
  },
};

const floodOnly = ({ alerts, ...rest }) => ({
  ...rest,
  alerts: alerts.filter(({ event }) => event === 'Flash Flood Warning').slice(0, 1),
});
const withTornado =
  (hourShift) =>
  ({ alerts, ...rest }) => {
    const move = (time) => new Date(Date.parse(time) + hourShift * 3_600_000).toISOString();
    const tornado = { ...tornadoWarning, effective: move(inAnHour(-9)), expires: move(inAnHour(36)) };
    return { ...rest, alerts: [tornado, ...alerts.slice(0, 2)] };
  };
const calm = (answer) => ({ ...answer, alerts: [] });

/** Everything warmer or colder by as much as the present temperature has to be: the recording is of a frosty day. */
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
  logo_picture: null,
});

const alerts = '/main/weather/alerts';
const forecast = '/main/weather/forecast';

/** @type {Record<string, (hoursUntil: (hour: number) => number) => object>} */
export const states = {
  usual: () => ({}),
  calm: () => ({ change: { [alerts]: calm, [forecast]: clearSky } }),
  'flood warning': () => ({ change: { [alerts]: floodOnly } }),
  tornado: (until) => ({ change: { [alerts]: withTornado(until(14)), [forecast]: storm } }),
  night: () => ({ hour: 22, change: { [alerts]: calm, [forecast]: clearSky } }),
  dusk: () => ({ hour: 17, change: { [alerts]: calm, [forecast]: clearSky } }),
  loading: () => ({ silent: ['/main/'] }),
  'providers dead': () => ({ down: ['/main/weather/', '/main/social/'] }),
  stale: () => ({
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
  }),
  sample: () => ({
    change: {
      [forecast]: (data) => ({ ...data, meta: { ...data.meta, sample: true, source: 'sample' } }),
      [alerts]: (data) => ({ ...data, ok: false, alerts: [], updatedAt: null }),
    },
  }),
  empty: () => ({
    change: {
      '/main/home': emptyHome,
      '/main/post': () => [],
      '/main/snapshots': () => [],
      '/main/faqs': () => [],
      '/main/teams': () => [],
      '/main/social/posts': (data) => ({ ...data, posts: [] }),
      [alerts]: calm,
    },
  }),
  'everything down': () => ({ down: ['/main/'] }),
};

/** The usual state with another style of the sponsors. */
export const sponsorStyle = (view) => () => ({
  change: { '/main/home': (data) => ({ ...data, sponsor_view: view }), [alerts]: calm },
});
