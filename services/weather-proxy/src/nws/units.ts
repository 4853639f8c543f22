import { isWithin, physicalRanges, type Range } from '../forecasts/physical-ranges.js';
import type { Quantity } from './schemas.js';

/**
 * Units as the National Weather Service names them (http://codes.wmo.int/common/unit/), what we turn them into, and the range
 * in which a value of it is weather at all (`physicalRanges`).
 */
interface Units {
  readonly from: Readonly<Record<string, (value: number) => number>>;
  readonly range: Range;
}

const same = (value: number) => value;

export const celsius: Units = {
  from: { degC: same, degF: (value) => ((value - 32) * 5) / 9, K: (value) => value - 273.15 },
  range: physicalRanges.celsius,
};
export const kilometresPerHour: Units = {
  from: { 'km_h-1': same, 'm_s-1': (value) => value * 3.6 },
  range: physicalRanges.kilometresPerHour,
};
export const hectopascals: Units = {
  from: { Pa: (value) => value / 100, hPa: same },
  range: physicalRanges.hectopascals,
};
export const kilometres: Units = {
  from: { m: (value) => value / 1_000, km: same },
  range: physicalRanges.kilometres,
};
export const millimetres: Units = {
  from: { mm: same, m: (value) => value * 1_000 },
  range: physicalRanges.millimetres,
};
/** Computed humidities end in 100.00000000000001 at times. */
export const percent: Units = {
  from: { percent: (value) => (value > 100 && value < 100.5 ? 100 : value) },
  range: physicalRanges.percent,
};
export const degrees: Units = { from: { 'degree_(angle)': same }, range: physicalRanges.degrees };

/**
 * A number in the wanted unit; undefined when it is null, in a unit that we do not know, or no weather on earth: better
 * nothing than a wrong number.
 */
export function convert(
  value: number | null | undefined,
  unitCode: string | null | undefined,
  units: Units,
): number | undefined {
  if (value === null || value === undefined) return undefined;
  const unit = unitCode?.split(':').at(-1) ?? '';
  const converted = units.from[unit]?.(value);
  return converted !== undefined && isWithin(converted, units.range) ? converted : undefined;
}

/**
 * What the quality control of MADIS, which the observations come through, found wrong: X failed the first checks, Q failed a
 * later one, B was called bad by a person (https://madis.ncep.noaa.gov/madis_sfc_qc_notes.shtml).
 */
const refusedByQualityControl = new Set(['X', 'B', 'Q']);

/** As `convert`, of a quantity; undefined too when quality control refused it. */
export const read = (quantity: Quantity, units: Units): number | undefined =>
  refusedByQualityControl.has(quantity?.qualityControl ?? '')
    ? undefined
    : convert(quantity?.value, quantity?.unitCode, units);

/** `value` to one decimal, and undefined for undefined. Never -0. */
export const round = (value: number | undefined, decimals = 1): number | undefined =>
  value === undefined ? undefined : Math.round(value * 10 ** decimals) / 10 ** decimals + 0;

const fahrenheit = (value: number) => (value * 9) / 5 + 32;
/** The international mile. */
const kilometresPerMile = 1.609344;
const millimetresPerInch = 25.4;

const apply = (value: number | undefined, formula: (value: number) => number) =>
  value === undefined ? undefined : formula(value);

export const toFahrenheit = (value: number | undefined) => round(apply(value, fahrenheit));
export const toMiles = (value: number | undefined) => round(apply(value, (km) => km / kilometresPerMile));
/** Visibility in miles: below two of them in hundredths, for a quarter of a mile is not a fifth. */
export const toVisibilityMiles = (km: number | undefined) =>
  round(
    apply(km, (value) => value / kilometresPerMile),
    km !== undefined && km / kilometresPerMile < 2 ? 2 : 1,
  );
export const toInches = (value: number | undefined) =>
  round(
    apply(value, (mm) => mm / millimetresPerInch),
    2,
  );

/** "10 mph" and "5 to 10 mph" in km/h; of a range the upper end, for it is the one to prepare for. */
export function windFromText(text: string | null | undefined): number | undefined {
  const match = /(\d+(?:\.\d+)?)\s*(mph|km\/h|kt)\s*$/i.exec(text ?? '');
  if (!match) return undefined;
  const value = Number(match[1]);
  const unit = match[2]?.toLowerCase();
  const kph = unit === 'mph' ? value * kilometresPerMile : unit === 'kt' ? value * 1.852 : value;
  return isWithin(kph, physicalRanges.kilometresPerHour) ? kph : undefined;
}

const compass = [
  'N',
  'NNE',
  'NE',
  'ENE',
  'E',
  'ESE',
  'SE',
  'SSE',
  'S',
  'SSW',
  'SW',
  'WSW',
  'W',
  'WNW',
  'NW',
  'NNW',
] as const;

/** The compass point that the wind comes from, of degrees. */
export const compassPoint = (direction: number | undefined): string | undefined =>
  direction === undefined ? undefined : compass[Math.round((((direction % 360) + 360) % 360) / 22.5) % 16];

/** A compass point as the provider names it; undefined for anything else ("VRB", ""). */
export const compassName = (text: string | null | undefined): string | undefined =>
  compass.find((name) => name === text);
