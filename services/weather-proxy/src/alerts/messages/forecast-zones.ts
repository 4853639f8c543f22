/** Finds counties by the state's forecast zones and by names in an alert's description. */
import { forecastZones } from '@site/regions/chosen/details';
import { counties } from '@site/regions/counties';
import { state } from '@site/regions/state';

const fipsByName = new Map(counties.map(({ name, fips }) => [name.replace(/ County$/, ''), fips]));

/** By public forecast zone (`forecastZones` in the state data). */
const countyOfNumber = forecastZones.counties.map((name) => fipsByName.get(name));
/** Parts of a split county are numbered 100, 200 or 300 higher. */
const partsBelow = forecastZones.hasParts ? 400 : 100;

/** FIPS code of zone `number` (44, 121, …); undefined for unassigned numbers. */
export function countyOfZone(number: number): string | undefined {
  return number < partsBelow ? countyOfNumber[(number % 100) - 1] : undefined;
}

const escaped = (text: string) => text.replace(/[.]/g, '\\.');
/** Longest first, to match "Van Buren" whole. */
const namePatterns = [...fipsByName]
  .toSorted(([left], [right]) => right.length - left.length)
  .map(([name, fips]) => ({ fips, pattern: new RegExp(`(^|[^A-Za-z])${escaped(name)}([^A-Za-z]|$)`) }));

/** Parses "Boone County Except Southwest; Pulaski". */
export function countiesNamedIn(areaDesc: string): string[] {
  return areaDesc.split(';').flatMap((part) => {
    const ofState = /,\s*([A-Z]{2})\s*$/.exec(part)?.[1];
    if (ofState !== undefined && ofState !== state.postalCode) return [];
    return namePatterns.find(({ pattern }) => pattern.test(part))?.fips ?? [];
  });
}
