/**
 * The state that the site is for: everything about it that is not a table of its own. Its counties are in `counties.ts`,
 * towns, ZIP codes and shapes in the gazetteer, made by `scripts/gazetteer.mjs` and `scripts/counties.mjs` from `fips`.
 */
export const state = {
  name: 'Arkansas',
  /** As the mail writes it; the weather service begins its zone codes (UGC) with it. */
  postalCode: 'AR',
  /** The first two digits of its counties' FIPS codes. */
  fips: '05',
  /** The whole state is in one zone. */
  timeZone: 'America/Chicago',
  /** The office of the National Weather Service whose grid covers the middle of the state. */
  forecastOffice: 'LZK',
  /** Near its middle, degrees north and east. */
  middle: { lat: 34.97, lon: -92.37 },
} as const;

/** An area in degrees. */
export interface DegreeBox {
  south: number;
  north: number;
  west: number;
  east: number;
}

/** The state, and how far around it we look for what. */
export const stateBoxes = {
  itself: { south: 33, north: 36.5, west: -94.62, east: -89.64 },
  /** With a margin of a few miles: who is here counts as in the state. */
  doorstep: { south: 32.9, north: 36.6, west: -94.7, east: -89.5 },
  /** About 50 km around: places that a search finds. */
  search: { south: 32.5, north: 37, west: -95.2, east: -89 },
  /** Some 150 km around: map tiles. We pay for them, so we serve our state and not the world. */
  tiles: { south: 31.6, north: 37.9, west: -96.3, east: -88 },
} as const satisfies Record<string, DegreeBox>;
