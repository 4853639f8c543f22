import { counties } from '@site/proto/weather/v1/counties';

/**
 * Which county a public forecast zone of Arkansas lies in. Zone ARZ001 to ARZ075 is one county each, numbered from the northwest
 * to the southeast by the weather service; where a county has since been cut by height or direction, its parts have the old
 * number and 100, 200 or 300 (ARZ121 and ARZ221 are Johnson County, once ARZ021).
 */
const countyNames = [
  ...['Benton', 'Carroll', 'Boone', 'Marion', 'Baxter', 'Fulton', 'Sharp', 'Randolph', 'Clay', 'Washington'],
  ...['Madison', 'Newton', 'Searcy', 'Stone', 'Izard', 'Independence', 'Lawrence', 'Greene', 'Crawford', 'Franklin'],
  ...['Johnson', 'Pope', 'Van Buren', 'Cleburne', 'Jackson', 'Craighead', 'Poinsett', 'Mississippi', 'Sebastian'],
  ...['Logan', 'Conway', 'Faulkner', 'White', 'Woodruff', 'Cross', 'Crittenden', 'Scott', 'Yell', 'Perry', 'Polk'],
  ...['Montgomery', 'Garland', 'Saline', 'Pulaski', 'Lonoke', 'Prairie', 'Monroe', 'St. Francis', 'Lee', 'Sevier'],
  ...['Howard', 'Pike', 'Clark', 'Hot Spring', 'Grant', 'Jefferson', 'Arkansas', 'Phillips', 'Little River'],
  ...['Hempstead', 'Nevada', 'Dallas', 'Cleveland', 'Lincoln', 'Desha', 'Ouachita', 'Calhoun', 'Bradley', 'Drew'],
  ...['Miller', 'Lafayette', 'Columbia', 'Union', 'Ashley', 'Chicot'],
];

const fipsByName = new Map(counties.map(({ name, fips }) => [name.replace(/ County$/, ''), fips]));

/** FIPS code of the county of zone `number` (44, 121, …); undefined for a number that no zone has. */
export function countyOfZone(number: number): string | undefined {
  const name = countyNames[(number % 100) - 1];
  return name && number < 400 ? fipsByName.get(name) : undefined;
}

const escaped = (text: string) => text.replace(/[.]/g, '\\.');
/** Longest first, so that "Van Buren" is not looked for in parts; names of places that are longer still are no counties. */
const namePatterns = [...fipsByName]
  .toSorted(([left], [right]) => right.length - left.length)
  .map(([name, fips]) => ({ fips, pattern: new RegExp(`(^|[^A-Za-z])${escaped(name)}([^A-Za-z]|$)`) }));

/** The counties that a description of an area names, for instance "Boone County Except Southwest; Pulaski". */
export function countiesNamedIn(areaDesc: string): string[] {
  return areaDesc.split(';').flatMap((part) => {
    const state = /,\s*([A-Z]{2})\s*$/.exec(part)?.[1];
    if (state !== undefined && state !== 'AR') return [];
    return namePatterns.find(({ pattern }) => pattern.test(part))?.fips ?? [];
  });
}
