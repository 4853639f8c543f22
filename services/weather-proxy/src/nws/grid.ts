/** Expands the National Weather Service's raw forecast grid into hours. A value may cover PT6H or P1DT13H. */
import { hourMs } from '../readings/local-time.js';
import type { Grid, Layer } from './schemas.js';
import { celsius, convert, degrees, kilometers, kilometersPerHour, millimetres, percent } from './quantities.js';

export interface GridHour {
  temperatureC?: number;
  apparentC?: number;
  dewpointC?: number;
  humidity?: number;
  windKph?: number;
  gustKph?: number;
  windDirection?: number;
  chanceOfRain?: number;
  precipitationMm?: number;
  /** QPF as published, for one or more hours. */
  precipitationPeriod?: PrecipitationPeriod;
  snowCm?: number;
  iceMm?: number;
  visibilityKm?: number;
}

export interface PrecipitationPeriod {
  /** Milliseconds since 1970 UTC. */
  start: number;
  hours: number;
  mm: number;
}

/** Longer runs are errors; the grid covers about eight days. */
const maxRunHours = 240;

interface Run {
  start: number;
  hours: number;
  value: number;
}

/** Parses "2026-11-20T20:00:00+00:00/P1DT6H"; undefined for malformed text. */
export function parseInterval(text: string): { start: number; hours: number } | undefined {
  const [from = '', length = ''] = text.split('/');
  const start = Date.parse(from);
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(length);
  if (Number.isNaN(start) || !parts) return undefined;
  const [days = 0, hours = 0, minutes = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  const total = days * 24 + hours + minutes / 60;
  return total > 0 && total <= maxRunHours ? { start, hours: total } : undefined;
}

const runsOf = (layer: Layer | undefined, units: Parameters<typeof convert>[2]): Run[] =>
  (layer?.values ?? []).flatMap(({ validTime, value }) => {
    const interval = parseInterval(validTime);
    const converted = convert(value, layer?.uom, units);
    return interval && converted !== undefined ? [{ ...interval, value: converted }] : [];
  });

/** A run covers the hour in which it begins. */
function* hoursOf(run: Run): Generator<number> {
  const first = Math.floor(run.start / hourMs) * hourMs;
  for (let hour = first; hour < run.start + run.hours * hourMs; hour += hourMs) yield hour;
}

/** A grid serves every place in its cell, but is expanded once. */
const unrolled = new WeakMap<Grid, ReadonlyMap<number, GridHour>>();

/** Keyed by the start of the hour, milliseconds since 1970 UTC. */
export function gridByHour(grid: Grid | undefined): ReadonlyMap<number, GridHour> {
  if (!grid) return new Map();
  const hours = unrolled.get(grid) ?? unroll(grid);
  unrolled.set(grid, hours);
  return hours;
}

function unroll(grid: Grid): Map<number, GridHour> {
  const hours = new Map<number, GridHour>();
  const fill = (
    name: Exclude<keyof GridHour, 'precipitationPeriod'>,
    runs: Run[],
    share: (run: Run) => number = (run) => run.value,
  ) => {
    for (const run of runs) {
      for (const hour of hoursOf(run)) {
        const entry = hours.get(hour) ?? {};
        entry[name] = share(run);
        hours.set(hour, entry);
      }
    }
  };
  fill('temperatureC', runsOf(grid.temperature, celsius));
  fill('apparentC', runsOf(grid.apparentTemperature, celsius));
  fill('dewpointC', runsOf(grid.dewpoint, celsius));
  fill('humidity', runsOf(grid.relativeHumidity, percent));
  fill('windKph', runsOf(grid.windSpeed, kilometersPerHour));
  fill('gustKph', runsOf(grid.windGust, kilometersPerHour));
  fill('windDirection', runsOf(grid.windDirection, degrees));
  fill('chanceOfRain', runsOf(grid.probabilityOfPrecipitation, percent));
  fill('visibilityKm', runsOf(grid.visibility, kilometers));
  // An amount is the total over its run.
  fillPrecipitation(hours, runsOf(grid.quantitativePrecipitation, millimetres));
  fill('snowCm', runsOf(grid.snowfallAmount, millimetres), (run) => run.value / 10 / run.hours);
  fill('iceMm', runsOf(grid.iceAccumulation, millimetres), (run) => run.value / run.hours);
  return hours;
}

/** Distributes each period's amount over its hours with a chance of precipitation, or all if none has one. */
function fillPrecipitation(hours: Map<number, GridHour>, runs: readonly Run[]): void {
  for (const run of runs) {
    const entries = [...hoursOf(run)].map((hour) => {
      const entry = hours.get(hour) ?? {};
      hours.set(hour, entry);
      return entry;
    });
    const possible = entries.filter(({ chanceOfRain }) => chanceOfRain !== 0);
    const sharing = possible.length > 0 ? possible : entries;
    // A run may begin or end within an hour: its length counts, not the hours it touches.
    const perHour =
      possible.length > 0 && possible.length < entries.length ? run.value / possible.length : run.value / run.hours;
    for (const entry of entries) {
      entry.precipitationMm = sharing.includes(entry) ? perHour : 0;
      entry.precipitationPeriod = { start: run.start, hours: run.hours, mm: run.value };
    }
  }
}

/** Times in milliseconds since 1970 UTC. */
export interface Extreme {
  start: number;
  end: number;
  celsius: number;
}

const extremesOf = (layer: Layer | undefined): Extreme[] =>
  runsOf(layer, celsius).map(({ start, hours, value }) => ({ start, end: start + hours * hourMs, celsius: value }));

/** Present even after their period. */
export const gridHighs = (grid: Grid | undefined): Extreme[] => extremesOf(grid?.maxTemperature);

/** For a night and the following morning. */
export const gridLows = (grid: Grid | undefined): Extreme[] => extremesOf(grid?.minTemperature);
