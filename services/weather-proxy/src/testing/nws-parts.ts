/** Parsed National Weather Service responses for the mapping tests. */
import { hourMs } from '../readings/local-time.js';
import type { StationObservation } from '../nws/map-current.js';
import { mapForecast, type NwsParts } from '../nws/map-forecast.js';
import type { Grid, Layer, Observation, Period, Point } from '../nws/schemas.js';

/** 3 PM in Arkansas. */
export const now = Date.parse('2026-11-20T21:00:00Z');
export const at = { lat: 34.75, lon: -92.28 } as const;

export const point = (changes: Partial<Point> = {}): Point => ({
  gridId: 'LZK',
  gridX: 83,
  gridY: 73,
  timeZone: 'America/Chicago',
  county: 'https://api.weather.gov/zones/county/ARC119',
  forecastZone: 'https://api.weather.gov/zones/forecast/ARZ044',
  relativeLocation: { properties: { city: 'Little Rock', state: 'AR' } },
  ...changes,
});

export const percent = (value: number | null) => ({ unitCode: 'wmoUnit:percent', value });

export const period = (changes: Partial<Period> & { startTime: number }): Period => ({
  endTime: changes.startTime + hourMs,
  isDaytime: true,
  temperature: 68,
  temperatureUnit: 'F',
  probabilityOfPrecipitation: percent(40),
  dewpoint: { unitCode: 'wmoUnit:degC', value: 10 },
  relativeHumidity: percent(66),
  windSpeed: '10 mph',
  windDirection: 'S',
  icon: 'https://api.weather.gov/icons/land/day/sct?size=small',
  shortForecast: 'Partly Cloudy',
  ...changes,
});

/** 156 hours from the current one, as the provider sends. */
export const hourly = (changes: Partial<Period> = {}, count = 156): Period[] =>
  Array.from({ length: count }, (_unused, index) => period({ startTime: now + (index - 1) * hourMs, ...changes }));

/** Parses Central Standard Time, "2026-11-20T06:00". */
export const local = (text: string) => Date.parse(`${text}:00-06:00`);
export const half = (start: string, end: string, changes: Partial<Period>): Period =>
  period({ ...changes, startTime: local(start), endTime: local(end) });

export const observation = (changes: Partial<Observation> = {}): Observation => ({
  timestamp: now - 7 * 60_000,
  temperature: { unitCode: 'wmoUnit:degC', value: 18.3 },
  dewpoint: { unitCode: 'wmoUnit:degC', value: null },
  windDirection: { unitCode: 'wmoUnit:degree_(angle)', value: 190 },
  windSpeed: { unitCode: 'wmoUnit:km_h-1', value: 13 },
  windGust: null,
  barometricPressure: { unitCode: 'wmoUnit:Pa', value: 101_400 },
  seaLevelPressure: undefined,
  visibility: { unitCode: 'wmoUnit:m', value: 16_090 },
  relativeHumidity: percent(58.2),
  windChill: { unitCode: 'wmoUnit:degC', value: null },
  heatIndex: { unitCode: 'wmoUnit:degC', value: null },
  ...changes,
});

export const map = (parts: Partial<NwsParts> = {}, time = now) =>
  mapForecast(
    {
      point: point(),
      hourly: { periods: hourly() },
      halfDays: { periods: [half('2026-11-20T06:00', '2026-11-20T18:00', {})] },
      ...parts,
    },
    { source: 'nws', at, now: time, fetchedAt: time },
  );

export const measured = (changes: Partial<Observation> = {}): { observation: StationObservation } => ({
  observation: { station: { id: 'KLIT', name: 'Little Rock, Adams Field' }, observation: observation(changes) },
});

export const celsius = (value: number | null, qualityControl = 'V') => ({
  unitCode: 'wmoUnit:degC',
  value,
  qualityControl,
});

export const layer = (uom: string, ...values: [validTime: string, value: number | null][]): Layer => ({
  uom: `wmoUnit:${uom}`,
  values: values.map(([validTime, value]) => ({ validTime, value })),
});

export const gridOf = (layers: Partial<Grid>): Grid => ({
  temperature: null,
  dewpoint: null,
  apparentTemperature: null,
  maxTemperature: null,
  minTemperature: null,
  relativeHumidity: null,
  windSpeed: null,
  windGust: null,
  windDirection: null,
  probabilityOfPrecipitation: null,
  quantitativePrecipitation: null,
  snowfallAmount: null,
  iceAccumulation: null,
  visibility: null,
  ...layers,
});
