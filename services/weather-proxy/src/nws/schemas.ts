import { z } from 'zod';
import { isTimeZone } from '../readings/local-time.js';

/** The fields of api.weather.gov that we use. Any measured value may be null (weather-gov/api#168). */

/** Milliseconds since 1970 UTC. */
const instant = z.string().transform((text, context) => {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) context.addIssue({ code: 'custom', message: `not a time: ${text.slice(0, 40)}` });
  return ms;
});

/** 12.8 "wmoUnit:degC"; observations have a quality control flag, "V". */
const quantity = z
  .object({ unitCode: z.string().nullish(), value: z.number().nullish(), qualityControl: z.string().nullish() })
  .nullish();
export type Quantity = z.infer<typeof quantity>;

const timeZone = z.string().refine(isTimeZone, 'not a time zone');

/** GET /points/{lat},{lon} */
export const pointSchema = z.object({
  properties: z.object({
    gridId: z.string().regex(/^[A-Z]{3}$/),
    gridX: z.int().min(0).max(9_999),
    gridY: z.int().min(0).max(9_999),
    timeZone,
    county: z.string().nullish(),
    forecastZone: z.string().nullish(),
    fireWeatherZone: z.string().nullish(),
    relativeLocation: z.object({ properties: z.object({ city: z.string(), state: z.string() }) }).nullish(),
    astronomicalData: z.object({ sunrise: instant.nullish(), sunset: instant.nullish() }).nullish(),
  }),
});
export type Point = z.infer<typeof pointSchema>['properties'];

/** GET /gridpoints/{office}/{x},{y}/stations, nearest first. */
export const stationsSchema = z.object({
  features: z.array(z.object({ properties: z.object({ stationIdentifier: z.string(), name: z.string().nullish() }) })),
});

/** A half-day of /forecast or an hour of /forecast/hourly. */
const period = z.object({
  startTime: instant,
  endTime: instant,
  isDaytime: z.boolean(),
  temperature: z.number().nullish(),
  temperatureUnit: z.string().nullish(),
  probabilityOfPrecipitation: quantity,
  dewpoint: quantity,
  relativeHumidity: quantity,
  windSpeed: z.string().nullish(),
  windDirection: z.string().nullish(),
  icon: z.string().nullish(),
  shortForecast: z.string().nullish(),
});
export type Period = z.infer<typeof period>;

/** GET /gridpoints/{office}/{x},{y}/forecast and …/forecast/hourly */
export const periodsSchema = z.object({
  properties: z.object({
    updateTime: instant.nullish(),
    generatedAt: instant.nullish(),
    // The hourly forecast has about 156, the half-day one 14.
    periods: z.array(period).min(1).max(400),
  }),
});
export type Periods = z.infer<typeof periodsSchema>['properties'];

/** Each value covers an interval: "2026-11-20T20:00:00+00:00/PT6H". */
const layer = z
  .object({
    uom: z.string().nullish(),
    values: z.array(z.object({ validTime: z.string(), value: z.number().nullish() })).max(2_000),
  })
  .nullish();
export type Layer = z.infer<typeof layer>;

/** GET /gridpoints/{office}/{x},{y} */
export const gridSchema = z.object({
  properties: z.object({
    updateTime: instant.nullish(),
    temperature: layer,
    dewpoint: layer,
    apparentTemperature: layer,
    maxTemperature: layer,
    minTemperature: layer,
    relativeHumidity: layer,
    windSpeed: layer,
    windGust: layer,
    windDirection: layer,
    probabilityOfPrecipitation: layer,
    quantitativePrecipitation: layer,
    snowfallAmount: layer,
    iceAccumulation: layer,
    visibility: layer,
  }),
});
export type Grid = z.infer<typeof gridSchema>['properties'];

/** GET /stations/{id}/observations?limit=1 */
export const observationsSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        timestamp: instant,
        textDescription: z.string().nullish(),
        icon: z.string().nullish(),
        temperature: quantity,
        dewpoint: quantity,
        windDirection: quantity,
        windSpeed: quantity,
        windGust: quantity,
        barometricPressure: quantity,
        seaLevelPressure: quantity,
        visibility: quantity,
        relativeHumidity: quantity,
        windChill: quantity,
        heatIndex: quantity,
      }),
    }),
  ),
});
export type Observation = z.infer<typeof observationsSchema>['features'][number]['properties'];

/** GET /alerts/active. Alerts are validated separately: a malformed one must not hide the others. */
export const alertListSchema = z.object({
  features: z.array(z.unknown()).max(5_000),
  updated: instant.nullish().catch(undefined),
});

const position = z.tuple([z.number(), z.number()], z.number());
const rings = z.array(z.array(position).min(3)).min(1);
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings).min(1) }),
]);
export type Geometry = z.infer<typeof geometry>;

/** Truncated, so that an outbreak stays below gRPC's message limit. */
const text = (longest: number) =>
  z
    .string()
    .nullish()
    .catch(undefined)
    .transform((value) => ((value?.length ?? 0) > longest ? `${value?.slice(0, longest - 1)}…` : (value ?? '')));

/** Unreadable optional fields don't reject the alert. */
const codes = z.array(z.string().max(100)).max(2_000).nullish().catch(undefined);
const lenientInstant = instant.nullish().catch(undefined);
/** A CAP parameter: the first of a list of texts. */
const parameter = z
  .union([z.array(z.string()), z.string().transform((value) => [value])])
  .nullish()
  .catch(undefined)
  .transform((values) => (values?.[0] ?? '').slice(0, 500));

/** All texts of a CAP parameter. */
const parameterTexts = z
  .union([z.array(z.string()).max(2_000), z.string().transform((value) => [value])])
  .nullish()
  .catch(undefined);

/** In one or more languages. */
const phoneTexts = z.array(z.string().max(2_000)).max(10).nullish().catch(undefined);

/** A feature of /alerts/active (CAP 1.2). Only one without an identifier, event or status is unreadable. */
export const alertSchema = z.object({
  geometry: geometry.nullish().catch(undefined),
  properties: z.object({
    id: z.string().min(1).max(300),
    areaDesc: text(4_000),
    geocode: z.object({ SAME: codes, UGC: codes }).nullish().catch(undefined),
    references: z
      .array(z.object({ identifier: z.string().max(300), sent: lenientInstant }))
      .nullish()
      .catch(undefined),
    sent: lenientInstant,
    effective: lenientInstant,
    onset: lenientInstant,
    expires: lenientInstant,
    ends: lenientInstant,
    status: z.string(),
    messageType: z.string().catch('Alert'),
    severity: z.enum(['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown']).catch('Unknown'),
    urgency: z.enum(['Immediate', 'Expected', 'Future', 'Past', 'Unknown']).catch('Unknown'),
    certainty: z.enum(['Observed', 'Likely', 'Possible', 'Unlikely', 'Unknown']).catch('Unknown'),
    event: z.string().min(1).max(200),
    eventCode: z
      .record(z.string(), z.array(z.string().max(20)).max(20))
      .nullish()
      .catch(undefined),
    headline: text(500),
    description: text(8_000),
    instruction: text(4_000),
    senderName: text(200),
    parameters: z
      .object({
        VTEC: codes,
        NWSheadline: parameter,
        tornadoDetection: parameter,
        tornadoDamageThreat: parameter,
        thunderstormDamageThreat: parameter,
        flashFloodDetection: parameter,
        flashFloodDamageThreat: parameter,
        maxHailSize: parameter,
        maxWindGust: parameter,
        eventMotionDescription: parameter,
        WEAHandling: parameter,
        expiredReferences: parameterTexts,
        CMAMlongtext: phoneTexts,
        CMAMtext: phoneTexts,
      })
      .nullish()
      .catch(undefined),
  }),
});
export type NwsAlert = z.infer<typeof alertSchema>;
