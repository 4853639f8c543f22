/** Finds an alert's counties from its SAME and UGC codes or its description. */
import { counties as allCounties } from '@site/regions/counties';
import { state } from '@site/regions/state';
import { countiesNamedIn, countyOfZone } from './forecast-zones.js';

const allCountyCodes: readonly string[] = allCounties.map(({ fips }) => fips);
const isCounty = new Set(allCountyCodes);

export interface AlertArea {
  /** Unique FIPS codes, in the message's order. */
  counties: string[];
  /** Also for an area that couldn't be located. */
  statewide: boolean;
}

interface AreaCodes {
  SAME?: readonly string[] | null | undefined;
  UGC?: readonly string[] | null | undefined;
}

type Read = string[] | 'state';

/** SAME: a digit for a part of the county, then the FIPS code; county 000 is the state, 000000 the nation. */
function readSame(code: string): Read {
  const [, fips = ''] = /^\d(\d{5})$/.exec(code.trim()) ?? [];
  if (fips === '00000' || fips === `${state.fips}000`) return 'state';
  return isCounty.has(fips) ? [fips] : [];
}

/** UGC (NWS Directive 10-1702): state, "C" for county or "Z" for zone, number; 000 and ALL are the state. */
function readUgc(code: string): Read {
  const [, of, kind, number = ''] = /^([A-Z]{2})([CZ])(\d{3}|ALL)$/.exec(code.trim().toUpperCase()) ?? [];
  if (of !== state.postalCode) return [];
  if (number === '000' || number === 'ALL') return 'state';
  const fips = kind === 'C' ? `${state.fips}${number}` : countyOfZone(Number(number));
  return fips !== undefined && isCounty.has(fips) ? [fips] : [];
}

/**
 * Returns an alert's counties by SAME and UGC codes, else by the names in its description. Without usable ones it
 * covers the whole state, so that it never shows up as "no alerts". If it only names places elsewhere, it covers no
 * county.
 */
export function areaOf(codes: AreaCodes | null | undefined, areaDesc: string): AlertArea {
  const same = codes?.SAME ?? [];
  const ugc = codes?.UGC ?? [];
  const bySame = same.map(readSame);
  const byUgc = ugc.map(readUgc);
  if ([...bySame, ...byUgc].includes('state')) return { counties: [...allCountyCodes], statewide: true };
  const found = new Set([...bySame, ...byUgc].flat());
  // An unusable code, or a zone in no table; the area's name usually contains the county's.
  const isUnplaced =
    [...same, ...ugc].includes('') ||
    byUgc.some((read, index) => read.length === 0 && ugc[index]?.toUpperCase().startsWith(state.postalCode));
  const areaCodes = [...same, ...ugc];
  const isElsewhere = areaCodes.length > 0 && areaCodes.every(isOfAnotherState);
  if (isElsewhere) return { counties: [], statewide: false };
  if (found.size === 0 || isUnplaced) for (const fips of countiesNamedIn(areaDesc)) found.add(fips);
  if (found.size > 0) return { counties: [...found], statewide: false };
  return { counties: [...allCountyCodes], statewide: true };
}

const isOfAnotherState = (code: string) =>
  /^\d/.test(code) ? code.slice(1, 3) !== state.fips : /^[A-Z]{2}/.test(code) && !code.startsWith(state.postalCode);
