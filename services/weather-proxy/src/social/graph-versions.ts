/**
 * Versions of the Graph API, with the days from which they were or are available
 * (developers.facebook.com/docs/graph-api/changelog/versions, read on 2026-11-29). A version expires about two years
 * after the next one's release; until that is announced, two years after its own is the earliest.
 */
const versions = [
  { version: 'v20.0', released: '2024-05-21', expires: '2026-09-24' },
  { version: 'v21.0', released: '2024-10-02', expires: '2027-01-21' },
  { version: 'v22.0', released: '2025-01-21', expires: '2027-05-20' },
  { version: 'v23.0', released: '2025-05-29', expires: '2027-10-08' },
  { version: 'v24.0', released: '2025-10-08', expires: '2028-02-18' },
  { version: 'v25.0', released: '2026-02-18', expires: '2028-07-29' },
  { version: 'v26.0', released: '2026-07-29', expires: undefined },
] as const;

export const defaultGraphVersion = 'v23.0';
export const graphVersionPattern = /^v\d{1,3}\.\d{1,2}$/;

/** Before its expiry. */
const nearDays = 90;
const dayMs = 86_400_000;

const numberOf = (version: string) => Number(version.slice(1));
const twoYearsAfter = (day: string) => `${Number(day.slice(0, 4)) + 2}${day.slice(4)}`;

export interface GraphVersionLife {
  state: 'current' | 'near' | 'expired';
  /** "2027-10-08", if it is in the table: its last day, or the earliest one that is possible. */
  expires: string | undefined;
}

/**
 * Returns whether a version still answers. A newer one than we list counts as current, an older one as expired.
 * @param now milliseconds since 1970 UTC
 */
export function graphVersionLife(version: string, now: number): GraphVersionLife {
  const entry = versions.find((each) => each.version === version);
  if (!entry)
    return { state: numberOf(version) > numberOf(versions[0].version) ? 'current' : 'expired', expires: undefined };
  const expires = entry.expires ?? twoYearsAfter(entry.released);
  const left = Date.parse(expires) - now;
  const state = left > nearDays * dayMs ? 'current' : 'near';
  return { state: left <= 0 ? 'expired' : state, expires };
}
