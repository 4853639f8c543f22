/** The fields of api.weather.gov that we use. Any measured value may be null (weather-gov/api#168). */
import { truncate } from '@site/domain/truncate';
import { z } from 'zod';
import { optionalPart, usableItems } from '../readings/skipped-parts.js';
import { isTimeZone } from '../readings/local-time.js';
import { plausibleMs } from '../readings/source-values.js';

/** Milliseconds since 1970 UTC. */
const instant = z.string().transform((text, context) => {
  const ms = plausibleMs(Date.parse(text));
  if (ms !== undefined) return ms;
  context.addIssue({ code: 'custom', message: `not a time: ${truncate(text, 40)}` });
  return z.NEVER;
});

/** 12.8 "wmoUnit:degC"; observations have a quality control flag, "V". */
const quantity = optionalPart(
  z.object({ unitCode: z.string().nullish(), value: z.number().nullish(), qualityControl: z.string().nullish() }),
  'a quantity',
);
const line = optionalPart(z.string(), 'a text');
export type Quantity = z.infer<typeof quantity>;

const timeZone = z.string().refine(isTimeZone, 'not a time zone');

/** GET /points/{lat},{lon} */
export const pointSchema = z.object({
  properties: z.object({
    gridId: z.string().regex(/^[A-Z]{3}$/),
    gridX: z.int().min(0).max(9_999),
    gridY: z.int().min(0).max(9_999),
    timeZone,
    county: line,
    forecastZone: line,
    fireWeatherZone: line,
    relativeLocation: optionalPart(
      z.object({ properties: z.object({ city: z.string(), state: z.string() }) }),
      'relativeLocation',
    ),
    astronomicalData: optionalPart(
      z.object({ sunrise: instant.nullish(), sunset: instant.nullish() }),
      'astronomicalData',
    ),
  }),
});
export type Point = z.infer<typeof pointSchema>['properties'];

/** GET /gridpoints/{office}/{x},{y}/stations, nearest first. */
export const stationsSchema = z.object({
  features: usableItems(z.object({ properties: z.object({ stationIdentifier: z.string(), name: line }) }), {
    name: 'stations',
    max: 500,
  }),
});

/** A half-day of /forecast or an hour of /forecast/hourly. */
const period = z.object({
  startTime: instant,
  endTime: instant,
  isDaytime: z.boolean(),
  temperature: z.number().nullish(),
  temperatureUnit: line,
  probabilityOfPrecipitation: quantity,
  dewpoint: quantity,
  relativeHumidity: quantity,
  windSpeed: line,
  windDirection: line,
  icon: line,
  shortForecast: line,
});
export type Period = z.infer<typeof period>;

/** GET /gridpoints/{office}/{x},{y}/forecast and …/forecast/hourly */
export const periodsSchema = z.object({
  properties: z.object({
    updateTime: instant.nullish(),
    generatedAt: instant.nullish(),
    // The hourly forecast has about 156, the half-day one 14.
    periods: usableItems(period, { name: 'periods', max: 400, minShare: 0.5 }).pipe(z.array(z.custom<Period>()).min(1)),
  }),
});
export type Periods = z.infer<typeof periodsSchema>['properties'];

/** Each value covers an interval: "2026-11-20T20:00:00+00:00/PT6H". */
const layer = optionalPart(
  z.object({
    uom: z.string().nullish(),
    values: usableItems(z.object({ validTime: z.string(), value: z.number().nullish() }), {
      name: 'values',
      max: 2_000,
    }),
  }),
  'a layer',
);
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
  features: usableItems(
    z.object({
      properties: z.object({
        timestamp: instant,
        textDescription: line,
        icon: line,
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
    { name: 'observations', max: 500 },
  ),
});
export type Observation = z.infer<typeof observationsSchema>['features'][number]['properties'];

/** GET /alerts/active. Alerts are validated separately: a malformed one must not hide the others. */
export const alertListSchema = z.object({
  features: z.array(z.unknown()).max(5_000),
  updated: optionalPart(instant, 'updated'),
});

const position = z.tuple([z.number(), z.number()], z.number());
const rings = z.array(z.array(position).min(3)).min(1);
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings).min(1) }),
]);
export type Geometry = z.infer<typeof geometry>;

/** Unusable optional fields don't reject the alert. Truncated, so that an outbreak stays below gRPC's message limit. */
const text = (name: string, maxCharacters: number) =>
  optionalPart(z.string(), name).transform((value) => truncate(value ?? '', maxCharacters));

const codes = (name: string) => optionalPart(usableItems(z.string().max(100), { name, max: 2_000 }), name);
/** An unusable code stays as an empty one: without it, the area would look complete. */
const areaCodes = (name: string) =>
  optionalPart(z.array(optionalPart(z.string().max(100), name).transform((code) => code ?? '')).max(2_000), name);
const time = (name: string) => optionalPart(instant, name);
/** A CAP parameter: the first of a list of texts. */
const parameter = (name: string) =>
  optionalPart(z.union([z.array(z.string()), z.string().transform((value) => [value])]), name).transform((values) =>
    truncate(values?.[0] ?? '', 500),
  );

/** All texts of a CAP parameter. */
const parameterValues = (name: string) =>
  optionalPart(
    z.union([usableItems(z.string(), { name, max: 2_000 }), z.string().transform((value) => [value])]),
    name,
  );

/** In one or more languages. */
const phoneMessages = (name: string) => optionalPart(usableItems(z.string().max(2_000), { name, max: 10 }), name);

/** A feature of /alerts/active (CAP 1.2). Only one without an identifier, event or status is unusable. */
export const alertSchema = z.object({
  geometry: optionalPart(geometry, 'geometry'),
  properties: z.object({
    id: z.string().min(1).max(300),
    areaDesc: text('areaDesc', 4_000),
    geocode: optionalPart(z.object({ SAME: areaCodes('SAME'), UGC: areaCodes('UGC') }), 'geocode'),
    references: optionalPart(
      usableItems(z.object({ identifier: z.string().max(300), sent: time('sent') }), {
        name: 'references',
        max: 2_000,
      }),
      'references',
    ),
    sent: time('sent'),
    effective: time('effective'),
    onset: time('onset'),
    expires: time('expires'),
    ends: time('ends'),
    status: z.string(),
    messageType: z.string().catch('Alert'),
    severity: z.enum(['Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown']).catch('Unknown'),
    urgency: z.enum(['Immediate', 'Expected', 'Future', 'Past', 'Unknown']).catch('Unknown'),
    certainty: z.enum(['Observed', 'Likely', 'Possible', 'Unlikely', 'Unknown']).catch('Unknown'),
    event: z.string().trim().min(1).max(200),
    eventCode: optionalPart(
      z.record(z.string(), usableItems(z.string().max(20), { name: 'eventCode', max: 20 })),
      'eventCode',
    ),
    headline: text('headline', 500),
    description: text('description', 8_000),
    instruction: text('instruction', 4_000),
    senderName: text('senderName', 200),
    parameters: optionalPart(
      z.object({
        VTEC: codes('VTEC'),
        expiredReferences: parameterValues('expiredReferences'),
        NWSheadline: parameter('NWSheadline'),
        tornadoDetection: parameter('tornadoDetection'),
        tornadoDamageThreat: parameter('tornadoDamageThreat'),
        thunderstormDamageThreat: parameter('thunderstormDamageThreat'),
        flashFloodDetection: parameter('flashFloodDetection'),
        flashFloodDamageThreat: parameter('flashFloodDamageThreat'),
        maxHailSize: parameter('maxHailSize'),
        maxWindGust: parameter('maxWindGust'),
        eventMotionDescription: parameter('eventMotionDescription'),
        WEAHandling: parameter('WEAHandling'),
        CMAMlongtext: phoneMessages('CMAMlongtext'),
        CMAMtext: phoneMessages('CMAMtext'),
      }),
      'parameters',
    ),
  }),
});
export type NwsAlert = z.infer<typeof alertSchema>;
