/**
 * The fields of WeatherAPI's forecast.json (https://www.weatherapi.com/docs/) that we use. Numbers may be text ("0") or
 * missing; a physically impossible one invalidates the hour or day that it belongs to.
 */
import { firstCharacters } from '@site/domain/truncate';
import { z } from 'zod';
import { isTimeZone } from '../readings/local-time.js';
import { optionalPart, usableItems } from '../readings/skipped-parts.js';
import { isWithin, physicalRanges, type Range } from '../readings/physical-ranges.js';

const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);
const between = (range: Range) =>
  numeric.refine((value) => isWithin(value, range), `not between ${range.join(' and ')}`).nullish();

const celsius = between(physicalRanges.celsius);
const fahrenheit = between(physicalRanges.fahrenheit);
const percent = between(physicalRanges.percent);
const kilometersPerHour = between(physicalRanges.kilometersPerHour);
const kilometers = between(physicalRanges.kilometers);
const millimetres = between(physicalRanges.millimetres);
const centimetres = between(physicalRanges.centimetres);
const uv = between(physicalRanges.uvIndex);

/** Seconds since 1970 UTC, parsed to milliseconds. */
const epoch = numeric.refine((value) => value > 0 && value < 1e11, 'not a time').transform((value) => value * 1_000);

const line = optionalPart(z.string(), 'a text');
const condition = optionalPart(z.object({ text: line, code: numeric.nullish() }), 'condition');

const conditions = {
  temp_c: celsius,
  temp_f: fahrenheit,
  feelslike_c: celsius,
  feelslike_f: fahrenheit,
  wind_kph: kilometersPerHour,
  gust_kph: kilometersPerHour,
  wind_degree: between(physicalRanges.degrees),
  wind_dir: line,
  humidity: percent,
  vis_km: kilometers,
  dewpoint_c: celsius,
  dewpoint_f: fahrenheit,
  uv,
  condition,
};

/** Micrograms per cubic meter; nearby fires have raised PM2.5 to several thousand. */
const concentration = between([0, 100_000]).catch(undefined);
const airQuality = z
  .object({
    co: concentration,
    no2: concentration,
    o3: concentration,
    so2: concentration,
    pm2_5: concentration,
    pm10: concentration,
    'us-epa-index': between([1, 6]).catch(undefined),
  })
  .nullish()
  .catch(undefined);
export type WeatherApiAirQuality = z.infer<typeof airQuality>;

const current = z.object({
  ...conditions,
  last_updated_epoch: epoch,
  pressure_mb: between(physicalRanges.hectopascals),
  air_quality: airQuality,
});

const hour = z.object({
  ...conditions,
  time_epoch: epoch,
  precip_mm: millimetres,
  snow_cm: centimetres,
  chance_of_rain: percent,
  chance_of_snow: percent,
});

const day = z.object({
  maxtemp_c: celsius,
  maxtemp_f: fahrenheit,
  mintemp_c: celsius,
  mintemp_f: fahrenheit,
  avgtemp_c: celsius,
  avgtemp_f: fahrenheit,
  maxwind_kph: kilometersPerHour,
  totalprecip_mm: millimetres,
  totalsnow_cm: centimetres,
  avgvis_km: kilometers,
  avghumidity: percent,
  daily_chance_of_rain: percent,
  daily_chance_of_snow: percent,
  uv,
  condition,
});

const forecastDay = z.object({
  date: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  day,
  astro: optionalPart(z.object({ sunrise: line, sunset: line }), 'astro'),
  hour: usableItems(hour, { name: 'hour', max: 30, minShare: 0.5 }),
});

const text = (maxLength: number) =>
  z
    .string()
    .nullish()
    .catch(undefined)
    .transform((value) => firstCharacters(value ?? '', maxLength));

/** Validated separately: a malformed alert must not invalidate the forecast. */
export const weatherApiAlert = z.object({
  headline: text(500),
  msgtype: text(50),
  severity: text(50),
  urgency: text(50),
  certainty: text(50),
  areas: text(2_000),
  event: z.string().min(1).max(200),
  effective: text(50),
  expires: text(50),
  desc: text(6_000),
  instruction: text(3_000),
});
export type WeatherApiAlert = z.infer<typeof weatherApiAlert>;

const timeZone = z.string().refine(isTimeZone, 'not a time zone');

/** GET /forecast.json */
export const forecastSchema = z.object({
  location: z.object({
    name: text(200),
    region: text(200),
    country: text(200),
    tz_id: timeZone,
  }),
  current,
  forecast: z.object({
    forecastday: usableItems(forecastDay, { name: 'forecastday', max: 14, minShare: 0.5 }).refine(
      (days) => days.length > 0,
      'no usable day',
    ),
  }),
  alerts: optionalPart(z.object({ alert: z.array(z.unknown()).max(500).nullish() }), 'alerts'),
});
export type WeatherApiForecast = z.infer<typeof forecastSchema>;
export type WeatherApiHour = z.infer<typeof hour>;
export type WeatherApiDay = z.infer<typeof forecastDay>;

/** {"error":{"code":2006,"message":"API key is invalid."}} */
export const errorSchema = z.object({ error: z.object({ code: z.number() }) });
