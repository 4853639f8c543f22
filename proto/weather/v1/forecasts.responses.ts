/** A forecast in WeatherAPI's field names. Unknown readings are absent. Units are in the names. */
import { state } from '@site/regions/state';
import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';
import { alertResponse } from './alerts.responses.js';

const readings = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, z.number().optional()])) as Record<Name, z.ZodOptional<z.ZodNumber>>;

/** Null or absent in the JSON; the type has only one, because callers treat both alike. */
const part = <Schema extends z.ZodType>(schema: Schema) => schema.nullish() as unknown as z.ZodOptional<Schema>;

export const conditionResponse = z.strictObject({
  text,
  icon: text.describe('The name of one of our icons.'),
  code: integer.describe("WeatherAPI's code of the condition."),
});
export type Condition = z.infer<typeof conditionResponse>;

const locationSchema = z.strictObject({
  name: text,
  region: text,
  country: text,
  lat: z.number(),
  lon: z.number(),
  tz_id: text.describe(`IANA time zone: "${state.timeZone}".`),
  localtime: text.describe('Local wall-clock time: "2026-11-20 15:00".'),
});

const airQualitySchema = z.strictObject(readings('co', 'no2', 'o3', 'so2', 'pm2_5', 'pm10', 'us_epa_index'));
export type AirQuality = z.infer<typeof airQualitySchema>;

const currentSchema = z.strictObject({
  ...readings('temp_c', 'temp_f', 'feelslike_c', 'feelslike_f', 'dewpoint_f', 'humidity', 'pressure_mb', 'uv'),
  ...readings('wind_mph', 'wind_kph', 'wind_degree', 'gust_mph', 'gust_kph', 'vis_km', 'vis_miles'),
  wind_dir: text.optional(),
  is_day: z.boolean().optional(),
  condition: part(conditionResponse),
  air_quality: part(airQualitySchema).describe('Micrograms per cubic meter; us_epa_index from 1 good to 6 hazardous.'),
  not_measured: z.array(text).describe('Readings that this source never has, by the names of these fields.'),
});
export type Current = z.infer<typeof currentSchema>;

export const hourResponse = z.strictObject({
  time: text.describe('Local wall-clock time: "2026-11-20 00:00".'),
  time_epoch: z.number().describe('Seconds since 1970 UTC.'),
  ...readings('temp_c', 'temp_f', 'feelslike_c', 'feelslike_f', 'dewpoint_f', 'humidity', 'uv', 'vis_km', 'vis_miles'),
  ...readings('wind_mph', 'wind_kph', 'gust_mph', 'gust_kph'),
  ...readings('precip_mm', 'precip_in', 'chance_of_rain', 'snow_cm', 'ice_mm'),
  ...readings('precip_period_mm', 'precip_period_hours'),
  precip_period_start: text.optional(),
  wind_dir: text.optional(),
  is_day: z.boolean().optional(),
  condition: part(conditionResponse),
  only_rain: z.boolean().describe('Any precipitation can only be rain.'),
});
export type Hour = z.infer<typeof hourResponse>;

export const dayResponse = z.strictObject({
  ...readings('maxtemp_c', 'maxtemp_f', 'mintemp_c', 'mintemp_f', 'avgtemp_c', 'avgtemp_f'),
  ...readings('maxwind_mph', 'maxwind_kph', 'maxgust_mph', 'maxgust_kph'),
  ...readings('totalprecip_mm', 'totalprecip_in', 'totalsnow_cm', 'totalice_mm'),
  ...readings('avgvis_km', 'avgvis_miles', 'avghumidity', 'daily_chance_of_rain', 'daily_chance_of_snow', 'uv'),
  condition: part(conditionResponse),
  only_rain: z.boolean().describe('Any precipitation can only be rain.'),
});
export type Day = z.infer<typeof dayResponse>;

const astroSchema = z.strictObject({
  sunrise: text.describe('"06:49 AM"; empty when unknown.'),
  sunset: text,
});

const forecastDaySchema = z.strictObject({
  date: text.describe('"2026-11-20".'),
  day: part(dayResponse),
  astro: part(astroSchema),
  hour: z
    .array(hourResponse)
    .describe('24 entries from local midnight; an entry without a forecast has only its time.'),
});
export type ForecastDay = z.infer<typeof forecastDaySchema>;

const forecastMetaSchema = z.strictObject({
  source: text,
  fetchedAt: text,
  observedAt: textOrNull,
  stale: z.boolean(),
  ageSeconds: integer,
  alertsOk: z.boolean().describe('Only if true does an empty list of alerts mean that there are none.'),
  alertsFetchedAt: textOrNull,
  sample: z.boolean().describe("True for the recorded sample, which isn't real weather."),
  forecastIssuedAt: textOrNull.describe('Null when the provider does not say.'),
  forecastDelayed: z.boolean().describe('The forecast is older than 12 hours.'),
  currentFrom: z
    .enum(['observation', 'forecast', 'sample', ''])
    .describe(
      "Whether current was measured, is this hour's forecast because no measurement is recent enough, or is the simulator's.",
    ),
  stationId: text.describe('The station that measured, such as "KLIT"; empty when the provider names none.'),
  stationName: text.describe('"Little Rock, Adams Field Airport".'),
  pollSeconds: integer.describe('Polling interval in seconds: 30 while something severe is in effect, 60 otherwise.'),
});
export type ForecastMeta = z.infer<typeof forecastMetaSchema>;

export const forecastResponse = z.strictObject({
  location: part(locationSchema),
  current: part(currentSchema),
  forecast: part(
    z.strictObject({
      forecastday: z.array(forecastDaySchema),
      hour: z
        .array(hourResponse)
        .describe('48 hours from local midnight today, regardless of the number of days requested.'),
      tomorrow: part(dayResponse).describe('Included even if only today was requested.'),
    }),
  ),
  alerts: z.strictObject({ alert: z.array(alertResponse) }),
  meta: forecastMetaSchema,
});
export type Forecast = z.infer<typeof forecastResponse>;
