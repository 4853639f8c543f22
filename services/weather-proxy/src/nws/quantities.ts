/** Converts values with their units to ours, and drops those that failed quality control or are impossible. */
import { isWithin, physicalRanges, type Range } from '../readings/physical-ranges.js';
import { kilometersPerMile } from '../readings/units.js';
import type { Quantity } from './schemas.js';

/** Unit names (http://codes.wmo.int/common/unit/) with our units and plausible ranges. */
interface Units {
  readonly from: Readonly<Record<string, (value: number) => number>>;
  readonly range: Range;
}

const same = (value: number) => value;

export const celsius: Units = {
  from: { degC: same, degF: (value) => ((value - 32) * 5) / 9, K: (value) => value - 273.15 },
  range: physicalRanges.celsius,
};
export const kilometersPerHour: Units = {
  from: { 'km_h-1': same, 'm_s-1': (value) => value * 3.6 },
  range: physicalRanges.kilometersPerHour,
};
export const hectopascals: Units = {
  from: { Pa: (value) => value / 100, hPa: same },
  range: physicalRanges.hectopascals,
};
export const kilometers: Units = {
  from: { m: (value) => value / 1_000, km: same },
  range: physicalRanges.kilometers,
};
export const millimetres: Units = {
  from: { mm: same, m: (value) => value * 1_000 },
  range: physicalRanges.millimetres,
};
/** Computed humidities sometimes come as 100.00000000000001. */
export const percent: Units = {
  from: { percent: (value) => (value > 100 && value < 100.5 ? 100 : value) },
  range: physicalRanges.percent,
};
export const degrees: Units = { from: { 'degree_(angle)': same }, range: physicalRanges.degrees };

/** Undefined for null, an unknown unit or an impossible value. */
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
 * Quality control failures in MADIS, the observations' source: X failed the first checks, Q a later one, B was marked
 * bad manually (https://madis.ncep.noaa.gov/madis_sfc_qc_notes.shtml).
 */
const rejectedFlags = new Set(['X', 'B', 'Q']);

/** Undefined also if it failed quality control. */
export const read = (quantity: Quantity, units: Units): number | undefined =>
  rejectedFlags.has(quantity?.qualityControl ?? '') ? undefined : convert(quantity?.value, quantity?.unitCode, units);

/** Parses "10 mph" and "5 to 10 mph" into km/h; the upper end of a range. */
export function windFromText(text: string | null | undefined): number | undefined {
  const match = /(\d{1,4}(?:\.\d{1,3})?)\s{0,3}(mph|km\/h|kt)$/i.exec(text?.trim() ?? '');
  if (!match) return undefined;
  const value = Number(match[1]);
  const unit = match[2]?.toLowerCase();
  const kph = unit === 'mph' ? value * kilometersPerMile : unit === 'kt' ? value * 1.852 : value;
  return isWithin(kph, physicalRanges.kilometersPerHour) ? kph : undefined;
}
