/** Environment variables of the weather proxy. No other module of it reads the environment. */
import {
  databaseVariables,
  objectStoreVariables,
  parseConfig,
  publicUrl,
  serverVariables,
  yesNo,
} from '@site/platform/base/config';
import { objectStoreSettings, type ObjectStoreSettings } from '@site/platform/data/object-store';
import { hasRecordings } from '@site/regions/data';
import { siteName } from '@site/regions/state';
import { z } from 'zod';
import { nwwsVariables } from './nwws/settings.js';
import { defaultGraphVersion, graphVersionPattern } from './social/graph-versions.js';

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const key = z.string().regex(/^[\x21-\x7e]{3,2000}$/, 'must be printable characters without spaces');
const layerName = z.string().regex(/^[\w.:-]{1,80}$/, 'must be a layer name');
const seconds = (fallback: number) => z.coerce.number().int().min(1).max(3_600).default(fallback);

/** Each is also documented in .env.example. */
export const weatherVariables = z
  .object({
    ...serverVariables,
    ...databaseVariables,
    /** Sent to providers, to contact us. */
    PUBLIC_URL: publicUrl,
    /** Keyless forecasts, and the primary source of alerts. */
    NWS_BASE_URL: httpUrl.default('https://api.weather.gov'),
    /** The National Weather Service rejects anonymous calls. Derived from PUBLIC_URL by default. */
    NWS_USER_AGENT: z
      .string()
      .regex(/^[\x20-\x7e]{3,200}$/, 'must be 3 to 200 printable ASCII characters')
      .optional(),
    /** When set, WeatherAPI.com is the preferred forecast source. */
    WEATHERAPI_KEY: key.optional(),
    WEATHERAPI_BASE_URL: httpUrl.default('https://api.weatherapi.com/v1'),
    /** Per UTC day; the free plan has 100,000 a month. */
    WEATHERAPI_DAILY_BUDGET: z.coerce.number().int().min(1).max(10_000_000).default(3_000),
    /** Shows the recorded sample without a forecast. On in development only. */
    SAMPLE_WEATHER: yesNo.optional(),
    /** The weather service's address is the simulator's: its observations are labeled as samples. */
    SIMULATED_WEATHER: yesNo.default(false),
    FORECAST_TTL_SECONDS: seconds(300),
    /** Also the TTL of responses that contain an observation. */
    OBSERVATION_TTL_SECONDS: seconds(120),
    /** Prefetches county forecasts. On in production only. */
    COUNTIES_AHEAD: yesNo.optional(),
    /** Pause between counties. At five seconds all are refreshed well within 15 minutes. */
    COUNTIES_AHEAD_SECONDS: z.coerce.number().min(0.01).max(5).default(2),
    ALERTS_POLL_SECONDS: seconds(30),
    ...nwwsVariables,
    /** Without it, place search uses the built-in gazetteer. */
    MAPBOX_TOKEN: key.optional(),
    MAPBOX_BASE_URL: httpUrl.default('https://api.mapbox.com'),
    /** Without it the map has no weather layers. */
    OPENWEATHER_KEY: key.optional(),
    OPENWEATHER_TILE_BASE_URL: httpUrl.default('https://tile.openweathermap.org'),
    /** Per UTC day; the free plan has a million a month. */
    OPENWEATHER_DAILY_BUDGET: z.coerce.number().int().min(1).max(10_000_000).default(20_000),
    /** Id or name of the Facebook page; requires the access token. */
    FACEBOOK_PAGE_ID: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'must be a page id or name')
      .optional(),
    FACEBOOK_PAGE_ACCESS_TOKEN: key.optional(),
    FACEBOOK_BASE_URL: httpUrl.default('https://graph.facebook.com'),
    /** Each is available for about two years (`social/graph-versions.ts`). */
    FACEBOOK_GRAPH_VERSION: z
      .string()
      .regex(graphVersionPattern, 'must be a version such as v23.0')
      .default(defaultGraphVersion),
    SOCIAL_POLL_SECONDS: seconds(600),
    /** NOAA's radar mosaic (MRMS, base reflectivity) as a WMS; tried first. */
    MRMS_WMS_URL: httpUrl.default('https://opengeo.ncep.noaa.gov/geoserver/conus/conus_bref_qcd/ows'),
    MRMS_LAYER: layerName.default('conus_bref_qcd'),
    /** NEXRAD from the Iowa Environmental Mesonet as a WMS; the fallback. */
    NEXRAD_WMS_URL: httpUrl.default('https://mesonet.agron.iastate.edu/cgi-bin/wms/nexrad/n0q-t.cgi'),
    NEXRAD_LAYER: layerName.default('nexrad-n0q-wmst'),
    RADAR_POLL_SECONDS: seconds(120),
    /** The Storm Prediction Center's outlook as GeoJSON; {day} is 1 to 3. */
    SPC_OUTLOOK_URL: z
      .string()
      .regex(/^https?:\/\/[^{}]+\{day\}[^{}]*$/, 'must be an http(s) address with {day} in it')
      .default('https://www.spc.noaa.gov/products/outlook/day{day}otlk_cat.lyr.geojson'),
    OUTLOOK_POLL_SECONDS: seconds(300),
    /** From the Iowa Environmental Mesonet, with NOAA as the fallback. */
    STORM_REPORTS_URL: httpUrl.default('https://mesonet.agron.iastate.edu/geojson/lsr.geojson'),
    STORM_REPORTS_FALLBACK_URL: httpUrl.default(
      'https://mapservices.weather.noaa.gov/vector/rest/services/obs/nws_local_storm_reports/MapServer/0/query',
    ),
    STORM_REPORTS_POLL_SECONDS: seconds(180),
    /** National Water Prediction Service. */
    NWPS_BASE_URL: httpUrl.default('https://api.water.noaa.gov/nwps/v1'),
    RIVERS_POLL_SECONDS: seconds(900),
    /** Required for radar frames and pictures of social posts. */
    ...objectStoreVariables,
    S3_ENDPOINT: objectStoreVariables.S3_ENDPOINT.optional(),
  })
  .superRefine((variables, context) => {
    for (const name of ['SAMPLE_WEATHER', 'SIMULATED_WEATHER'] as const) {
      if (variables.NODE_ENV === 'production' && variables[name])
        context.addIssue({ code: 'custom', path: [name], message: 'is refused in production' });
    }
    if (variables.NODE_ENV === 'production' && variables.COUNTIES_AHEAD_SECONDS < 1) {
      context.addIssue({
        code: 'custom',
        path: ['COUNTIES_AHEAD_SECONDS'],
        message: 'must be at least 1 in production',
      });
    }
    for (const [name, other] of [
      ['NWWS_USER', 'NWWS_PASSWORD'],
      ['NWWS_PASSWORD', 'NWWS_USER'],
    ] as const) {
      if (variables[other] && !variables[name])
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `is missing: NWWS-OI requires it together with ${other}`,
        });
    }
    if (!variables.FACEBOOK_PAGE_ID || !variables.FACEBOOK_PAGE_ACCESS_TOKEN) return;
    if (!variables.S3_ENDPOINT)
      context.addIssue({
        code: 'custom',
        path: ['S3_ENDPOINT'],
        message: 'is missing: required to store pictures of social posts',
      });
  });

type Variables = Readonly<z.infer<typeof weatherVariables>>;
export type Config = Omit<Variables, 'NWS_USER_AGENT' | 'SAMPLE_WEATHER' | 'COUNTIES_AHEAD'> & {
  readonly NWS_USER_AGENT: string;
  readonly COUNTIES_AHEAD: boolean;
  readonly SAMPLE_WEATHER: boolean;
};

export const CONFIG = Symbol('config');

/** Adds defaults that depend on other variables. */
export const completeConfig = (variables: Variables): Config => ({
  ...variables,
  NWS_USER_AGENT: variables.NWS_USER_AGENT ?? `${siteName.replaceAll(' ', '')}/1.0 (${variables.PUBLIC_URL})`,
  // Another state's recordings must not be shown.
  SAMPLE_WEATHER: (variables.SAMPLE_WEATHER ?? variables.NODE_ENV === 'development') && hasRecordings(),
  COUNTIES_AHEAD: variables.COUNTIES_AHEAD ?? variables.NODE_ENV === 'production',
});

/** Returns undefined without an object store; radar and the page's images are then off. */
export function storeSettings(config: Config): ObjectStoreSettings | undefined {
  const { S3_ENDPOINT } = config;
  return S3_ENDPOINT ? objectStoreSettings({ ...config, S3_ENDPOINT }) : undefined;
}

/** Undefined without a page, or an object store for its pictures. */
export function socialSettings(config: Config) {
  const { FACEBOOK_PAGE_ID: pageId, FACEBOOK_PAGE_ACCESS_TOKEN: accessToken } = config;
  return pageId && accessToken && storeSettings(config) ? { pageId, accessToken } : undefined;
}

export const configFrom = (environment: NodeJS.ProcessEnv): Config =>
  completeConfig(parseConfig(weatherVariables, environment));
