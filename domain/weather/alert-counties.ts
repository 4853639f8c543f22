import { counties } from '@site/regions/counties';
import { stateName } from '@site/regions/state';

const maxNames = 3;

/**
 * Returns "Pulaski County", "Faulkner and Pulaski counties", "Faulkner, Pulaski, Saline and 2 more counties" or the
 * state's name.
 */
export function formatCounties(alert: { counties: readonly string[]; statewide: boolean }): string {
  if (alert.statewide) return stateName;
  const names = counties.filter(({ fips }) => alert.counties.includes(fips)).map(({ name }) => name);
  const [first = '', ...others] = names;
  if (others.length === 0) return first;
  const short = names.map((name) => name.replace(/ County$/, ''));
  const more = short.length - maxNames;
  if (more > 0) return `${short.slice(0, maxNames).join(', ')} and ${more} more ${more === 1 ? 'county' : 'counties'}`;
  return `${short.slice(0, -1).join(', ')} and ${short.at(-1)} counties`;
}
