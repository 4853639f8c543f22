import type { Quantity } from './schemas.js';

/** Units as the National Weather Service names them (http://codes.wmo.int/common/unit/), and what we turn them into. */

type Units = Readonly<Record<string, (value: number) => number>>;

const same = (value: number) => value;

export const celsius: Units = { degC: same, degF: (value) => ((value - 32) * 5) / 9, K: (value) => value - 273.15 };
export const kilometresPerHour: Units = { 'km_h-1': same, 'm_s-1': (value) => value * 3.6 };
export const hectopascals: Units = { Pa: (value) => value / 100, hPa: same };
export const kilometres: Units = { m: (value) => value / 1_000, km: same };
export const millimetres: Units = { mm: same, m: (value) => value * 1_000 };
export const percent: Units = { percent: same };
export const degrees: Units = { 'degree_(angle)': same };

/** A number in the wanted unit; undefined when it is null or in a unit that we do not know: better nothing than a wrong number. */
export function convert(
  value: number | null | undefined,
  unitCode: string | null | undefined,
  units: Units,
): number | undefined {
  if (value === null || value === undefined) return undefined;
  const unit = unitCode?.split(':').at(-1) ?? '';
  return units[unit]?.(value);
}

/** As `convert`, of a quantity. */
export const read = (quantity: Quantity, units: Units): number | undefined =>
  convert(quantity?.value, quantity?.unitCode, units);

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
  return unit === 'mph' ? value * kilometresPerMile : unit === 'kt' ? value * 1.852 : value;
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
