import { counties } from '@site/regions/chosen/counties';
import { state } from '@site/regions/chosen/facts';
import type { County } from './types.js';

/** The counties of the state, by name. */
export { counties };
export type { County };

/** Returns the time zone of counties, by their FIPS codes: the state's for several with different ones. */
export function timeZoneOf(fips: readonly string[], all: readonly County[] = counties): string {
  const zones = all.filter((county) => fips.includes(county.fips)).map(({ timeZone = state.timeZone }) => timeZone);
  const [zone = state.timeZone, ...others] = new Set(zones);
  return others.length > 0 ? state.timeZone : zone;
}
