/** Providers of weather, places and posts: the weather proxy's own clients call them, and its schemas judge. */
import { ExaminedUpstreams } from './examined-upstreams.mjs';

/** @typedef {import('./report.mjs').Report} Report */
/** @typedef {import('@site/weather-proxy/upstream/upstreams').Upstreams} Upstreams */
/** @typedef {import('@site/weather-proxy/config').Config} Config */

/**
 * @typedef {object} Context
 * @property {Upstreams} upstreams
 * @property {Config} config
 * @property {import('@site/platform/base/clock').Clock} clock
 * @property {{ lat: number, lon: number }} place
 * @property {typeof import('@site/regions/state').state} state
 * @property {Report} report
 */

const settings =
  /^(PUBLIC_URL|\w+_TTL_SECONDS|\w+_POLL_SECONDS|\w+_DAILY_BUDGET|(NWS|WEATHERAPI|MAPBOX|OPENWEATHER|FACEBOOK|MRMS|NEXRAD|SPC|STORM_REPORTS|NWPS)_\w+)$/;
/**
 * Passes an object as one of which the weather proxy uses only these parts here.
 * @template T
 * @param {unknown} parts
 */
const standIn = (parts) => /** @type {T} */ (parts);

const responseTimeoutMs = 10_000;
const expectedDays = 7;
const hourMs = 3_600_000;

/** Fields that depend on the weather or the place, by provider and resource. */
const rare = {
  'nws alerts': /^(geometry|properties\.(parameters|references|eventCode|onset|ends|instruction)\b)/,
  'nws forecast': /\.qualityControl$|\.(dewpoint|relativeHumidity)\b/,
  'nws hourly': /\.qualityControl$/,
  'nws grid': /^properties\.(iceAccumulation|visibility)\b/,
  'nws observation': /\.qualityControl$/,
  'spc outlook': /\.(stroke|fill|LABEL2)$/,
  'iem reports':
    /^(exceededTransferLimit|properties(\.(exceededTransferLimit|magnitude|magf|unit|qualifier|remark))?)$/,
  'noaa-maps reports': /^(exceededTransferLimit|properties\b.*)$/,
  'nwps stageflow': /^observed\.issuedTime$/,
  'weatherapi forecast': /\.hour\.snow_cm$/,
};

/** A gauge may have a flow instead of a stage, or nothing. */
const supportedUnits = /^(ft|feet|k?cfs|)$/i;
const units = {
  'nwps gauges': {
    paths: ['observed', 'forecast'].map((kind) => `gauges.status.${kind}.primaryUnit`),
    known: supportedUnits,
  },
  'nwps gauge': { paths: ['flood.stageUnits'], known: supportedUnits },
  'nwps stageflow': { paths: ['observed', 'forecast'].map((kind) => `${kind}.primaryUnits`), known: supportedUnits },
};

/**
 * Returns the settings of the weather proxy's providers; its others aren't needed here.
 * @param {Record<string, string | undefined>} environment
 */
async function configFrom(environment) {
  const [{ weatherVariables, completeConfig }, { z }] = await Promise.all([
    import('@site/weather-proxy/config'),
    import('zod'),
  ]);
  const fields = Object.entries(weatherVariables.shape).filter(([name]) => settings.test(name));
  // An empty variable, as in compose, is an absent one.
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  return completeConfig(standIn({ NODE_ENV: 'production', ...z.object(Object.fromEntries(fields)).parse(variables) }));
}

/** @param {Report} report @param {string | undefined} folder */
async function examiner(report, folder) {
  const [
    nws,
    rivers,
    reports,
    graph,
    leftOut,
    { UpstreamError, outcomeOf, asUpstreamError },
    { isJson },
    breaker,
    clocks,
  ] = await Promise.all([
    import('@site/weather-proxy/nws/schemas'),
    import('@site/weather-proxy/rivers/rivers.schema'),
    import('@site/weather-proxy/storm-reports/storm-reports.schema'),
    import('@site/weather-proxy/social/graph'),
    import('@site/weather-proxy/readings/skipped-parts'),
    import('@site/weather-proxy/upstream/upstream-error'),
    import('@site/weather-proxy/upstream/headers'),
    import('@site/weather-proxy/upstream/breaker'),
    import('@site/platform/base/clock'),
  ]);
  const lists = {
    'nws alerts': { at: 'features', schema: nws.alertSchema, isVital: true },
    'nwps gauges': { at: 'gauges', schema: rivers.gauge },
    'facebook posts': { at: 'data', schema: graph.post },
    'iem reports': { at: 'features', schema: reports.iemReport },
  };
  const clock = clocks.systemClock;
  const { Breaker } = breaker;
  const { collectLeftOut } = leftOut;
  const parts = {
    UpstreamError,
    outcomeOf,
    asUpstreamError,
    isJson,
    Breaker,
    clock,
    collectLeftOut,
    lists,
    rare,
    units,
    folder,
  };
  /** @type {Upstreams} */
  const upstreams = standIn(new ExaminedUpstreams(report, parts));
  return { upstreams, clock };
}

/** Each makes one provider's calls. @param {Context} context */
async function nws({ upstreams, config, clock, place }) {
  const { nwsClientProvider } = await import('@site/weather-proxy/forecasts/sources.provider');
  const client = await nwsClientProvider.useFactory(config, clock, upstreams);
  const deadline = () => AbortSignal.timeout(responseTimeoutMs);
  const cell = await client.point(place, deadline());
  const [station] = (await client.stations(cell, deadline()).catch(ignoreReported)) ?? [];
  await client.halfDays(cell, deadline()).catch(ignoreReported);
  await client.hourly(cell, deadline()).catch(ignoreReported);
  await client.grid(cell, deadline()).catch(ignoreReported);
  if (station) await client.observation(station.id, deadline());
}

/** @param {Context} context */
async function alerts({ upstreams, config, clock }) {
  const { nwsClientProvider } = await import('@site/weather-proxy/forecasts/sources.provider');
  const client = await nwsClientProvider.useFactory(config, clock, upstreams);
  await client.alertList({}, AbortSignal.timeout(responseTimeoutMs));
}

/** @param {Context} context */
async function nwsTextProducts({ upstreams, config, clock, state }) {
  const [{ TextProductsController }, { textProducts }] = await Promise.all([
    import('@site/weather-proxy/text-products/text-products.controller'),
    import('@site/domain/weather/text-products'),
  ]);
  const query = () => Promise.resolve([]);
  const products = new TextProductsController(
    upstreams,
    standIn({ query, manager: { query } }),
    standIn({ latestNow: () => clock.now() }),
    clock,
    standIn({ warn: () => undefined }),
    config,
  );
  for (const kind of /** @type {(keyof typeof textProducts)[]} */ (Object.keys(textProducts)))
    await products.getTextProduct({ office: state.forecastOffice, kind });
}

/** @param {Context} context */
async function weatherapi({ upstreams, config, clock, place, report }) {
  const { forecastSourcesProvider } = await import('@site/weather-proxy/forecasts/sources.provider');
  const [source] = await forecastSourcesProvider.useFactory(config, clock, upstreams, undefined);
  if (!source) throw new Error('the weather proxy has no source of forecasts');
  const { days } = await source.fetchForecast(place, AbortSignal.timeout(responseTimeoutMs));
  if (days.length < expectedDays)
    report.add(
      'weatherapi forecast',
      'warning',
      `${days.length} of ${expectedDays} days`,
      'Get a plan with more days.',
    );
}

/** @param {Context} context */
async function mapbox({ upstreams, config, clock }) {
  const [{ MapboxGeocoder }, { officeTown }] = await Promise.all([
    import('@site/weather-proxy/places/mapbox'),
    import('@site/regions/state'),
  ]);
  const upstream = upstreams.open({
    provider: 'mapbox',
    baseUrl: config.MAPBOX_BASE_URL,
    headers: { referer: `${config.PUBLIC_URL.replace(/\/+$/, '')}/`, accept: 'application/json' },
    secretQuery: { access_token: config.MAPBOX_TOKEN ?? '' },
  });
  await new MapboxGeocoder(upstream, upstreams.breaker('mapbox', 'places'), clock).search(officeTown, false);
}

/** @param {Context} context */
async function openweather({ upstreams, config }) {
  const { openWeatherTiles } = await import('@site/weather-proxy/tiles/openweather');
  const budget = upstreams.budget('openweather', config.OPENWEATHER_DAILY_BUDGET);
  const tile = openWeatherTiles(upstreams, config, config.OPENWEATHER_KEY ?? '', budget);
  await tile({ layer: 'temperature', z: 5, x: 7, y: 12 });
}

/** @param {Context} context */
async function facebook({ upstreams, config, clock, report }) {
  const [{ GraphClient }, { graphVersionLife }] = await Promise.all([
    import('@site/weather-proxy/social/graph'),
    import('@site/weather-proxy/social/graph-versions'),
  ]);
  const version = config.FACEBOOK_GRAPH_VERSION;
  const { state, expires } = graphVersionLife(version, clock.now());
  if (state === 'current') report.add('facebook version', 'ok', expires ? `${version} until ${expires}` : version);
  else
    report.add(
      'facebook version',
      'warning',
      state === 'near' ? `${version} expires on ${expires}` : `${version} expired${expires ? ` on ${expires}` : ''}`,
      'Set FACEBOOK_GRAPH_VERSION to a newer one (developers.facebook.com/docs/graph-api/changelog).',
    );
  const upstream = upstreams.open({
    provider: 'facebook',
    baseUrl: config.FACEBOOK_BASE_URL,
    headers: { accept: 'application/json' },
    secretQuery: { access_token: config.FACEBOOK_PAGE_ACCESS_TOKEN ?? '' },
  });
  const breaker = upstreams.breaker('facebook', 'posts');
  const client = new GraphClient(upstream, breaker, config.FACEBOOK_PAGE_ID ?? '', version);
  await client.page();
  await client.posts();
}

/** @param {Context} context */
async function spc({ upstreams, config, clock }) {
  const { OutlookController } = await import('@site/weather-proxy/outlook/outlook.controller');
  /** @type {((before: undefined) => Promise<unknown>)[]} */
  const loads = [];
  const polling = { open: (/** @type {{ load: (typeof loads)[number] }} */ { load }) => loads.push(load) };
  new OutlookController(upstreams, standIn(polling), standIn({ latestNow: () => clock.now() }), config);
  for (const load of loads) await load(undefined).catch(ignoreReported);
}

const reportsOf =
  (/** @type {number} */ index) =>
  async (/** @type {Context} */ { upstreams, config, clock }) => {
    const { reportSources } = await import('@site/weather-proxy/storm-reports/report-sources');
    const now = clock.now();
    const source = reportSources(upstreams, config)[index];
    if (!source) throw new Error(`the weather proxy has no source ${index} of reports`);
    await source.fetch(now - 24 * hourMs, now);
  };

/** @param {Context} context */
async function nwps({ upstreams, config }) {
  const { NwpsClient } = await import('@site/weather-proxy/rivers/nwps-client');
  const client = new NwpsClient(upstreams, config);
  const [gauge] = await client.gauges();
  if (!gauge) throw new Error('no gauges');
  await client.course(gauge.id);
}

const radarOf =
  (/** @type {'first' | 'second'} */ which) =>
  async (/** @type {Context} */ { upstreams, config, clock }) => {
    const { radarSources } = await import('@site/weather-proxy/radar/sources');
    const source = radarSources(upstreams, config)[which];
    const now = clock.now();
    const never = new AbortController().signal;
    const { value: times } = await source.times(now - hourMs, now, never);
    const latest = times.at(-1);
    if (latest === undefined) throw new Error('no pictures');
    await source.picture(latest, never);
  };

const whenSet =
  (/** @type {(keyof Config)[]} */ ...names) =>
  (/** @type {Config} */ config) =>
    names.filter((name) => !config[name]);

/** With the settings that it needs. */
const providers = [
  { name: 'nws', check: nws },
  { name: 'nws alerts', check: alerts },
  { name: 'nws texts', check: nwsTextProducts },
  { name: 'mrms', check: radarOf('first') },
  { name: 'nexrad', check: radarOf('second') },
  { name: 'spc', check: spc },
  { name: 'iem', check: reportsOf(0) },
  { name: 'noaa-maps', check: reportsOf(1) },
  { name: 'nwps', check: nwps },
  { name: 'weatherapi', check: weatherapi, lacks: whenSet('WEATHERAPI_KEY') },
  { name: 'mapbox', check: mapbox, lacks: whenSet('MAPBOX_TOKEN') },
  { name: 'openweather', check: openweather, lacks: whenSet('OPENWEATHER_KEY') },
  { name: 'facebook', check: facebook, lacks: whenSet('FACEBOOK_PAGE_ID', 'FACEBOOK_PAGE_ACCESS_TOKEN') },
];

/** A call with a row doesn't keep the next from being made. @param {unknown} error */
function ignoreReported(error) {
  if (!(/** @type {{ isReported?: boolean }} */ (error).isReported)) throw error;
  return undefined;
}

/**
 * @param {import('./report.mjs').Report} report
 * @param {Record<string, string | undefined>} environment
 * @param {{ folder?: string }} options a folder for recordings
 */
export async function checkProviders(report, environment, { folder } = {}) {
  const config = await configFrom(environment);
  const { state } = await import('@site/regions/state');
  const { upstreams, clock } = await examiner(report, folder);
  const place = { lat: Number(state.middle.lat.toFixed(2)), lon: Number(state.middle.lon.toFixed(2)) };
  for (const { name, check, lacks = () => [] } of providers) {
    const missing = lacks(config);
    if (missing.length > 0) {
      report.add(name, 'off', `${missing.join(' and ')} not set`);
      continue;
    }
    const failed = report.failures;
    try {
      await check({ upstreams, config, clock, place, state, report });
    } catch (error) {
      // The clients wrap some errors.
      if (report.failures === failed)
        report.add(
          name,
          'FAILED',
          /** @type {Error} */ (error).message,
          'Compare the recording with the provider’s documentation.',
        );
    }
  }
}
