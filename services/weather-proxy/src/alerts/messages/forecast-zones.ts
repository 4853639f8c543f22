import { counties } from '@site/proto/weather/v1/counties';
import { state } from '@site/proto/weather/v1/state';

const fipsByName = new Map(counties.map(({ name, fips }) => [name.replace(/ County$/, ''), fips]));

/**
 * Which county a public forecast zone of Arkansas lies in. Zones ARZ001 to ARZ075 are one county each, numbered by the
 * weather service from northwest to southeast; where a county has since been split by elevation or direction, its parts
 * have the old number plus 100, 200 or 300 (ARZ121 and ARZ221 are Johnson County, once ARZ021).
 */
const countyOfNumber = [
  ...['Benton', 'Carroll', 'Boone', 'Marion', 'Baxter', 'Fulton', 'Sharp', 'Randolph', 'Clay', 'Washington'],
  ...['Madison', 'Newton', 'Searcy', 'Stone', 'Izard', 'Independence', 'Lawrence', 'Greene', 'Crawford', 'Franklin'],
  ...['Johnson', 'Pope', 'Van Buren', 'Cleburne', 'Jackson', 'Craighead', 'Poinsett', 'Mississippi', 'Sebastian'],
  ...['Logan', 'Conway', 'Faulkner', 'White', 'Woodruff', 'Cross', 'Crittenden', 'Scott', 'Yell', 'Perry', 'Polk'],
  ...['Montgomery', 'Garland', 'Saline', 'Pulaski', 'Lonoke', 'Prairie', 'Monroe', 'St. Francis', 'Lee', 'Sevier'],
  ...['Howard', 'Pike', 'Clark', 'Hot Spring', 'Grant', 'Jefferson', 'Arkansas', 'Phillips', 'Little River'],
  ...['Hempstead', 'Nevada', 'Dallas', 'Cleveland', 'Lincoln', 'Desha', 'Ouachita', 'Calhoun', 'Bradley', 'Drew'],
  ...['Miller', 'Lafayette', 'Columbia', 'Union', 'Ashley', 'Chicot'],
].map((name) => fipsByName.get(name));

/** FIPS code of the county of zone `number` (44, 121, …); undefined for a number no zone has. */
export function countyOfZone(number: number): string | undefined {
  return number < 400 ? countyOfNumber[(number % 100) - 1] : undefined;
}

const escaped = (text: string) => text.replace(/[.]/g, '\\.');
/** Longest first, so that "Van Buren" is matched whole. */
const namePatterns = [...fipsByName]
  .toSorted(([left], [right]) => right.length - left.length)
  .map(([name, fips]) => ({ fips, pattern: new RegExp(`(^|[^A-Za-z])${escaped(name)}([^A-Za-z]|$)`) }));

/** The counties that an area description names, for instance "Boone County Except Southwest; Pulaski". */
export function countiesNamedIn(areaDesc: string): string[] {
  return areaDesc.split(';').flatMap((part) => {
    const ofState = /,\s*([A-Z]{2})\s*$/.exec(part)?.[1];
    if (ofState !== undefined && ofState !== state.postalCode) return [];
    return namePatterns.find(({ pattern }) => pattern.test(part))?.fips ?? [];
  });
}
