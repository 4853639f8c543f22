import type { DataCredit, DefaultPlaces, DegreeBox, State } from '../types.js';

/** Separate constants, so that the build can inline them in texts. */
export const stateName: string = 'Arkansas';
export const siteName: string = 'Arkansas Weather';
/** The label under the icon on a phone's home screen. */
export const shortSiteName: string = 'AR Weather';
export const officeTown: string = 'Little Rock';
/** The page of the forecast office, and its address for display. */
export const officialPage: string = 'https://www.weather.gov/lzk/';
export const officialName: string = 'weather.gov/lzk';

export const roadConditionsPage: string = 'https://www.idrivearkansas.com/';
/** Captions of two drawings shown as long as there are no photos. */
export const thunderheadCaption: string = 'A thunderhead over the Delta at dusk';
export const fogCaption: string = 'Morning fog in an Ozark valley';

export const state: State = {
  name: stateName,
  article: 'an',
  postalCode: 'AR',
  fips: '05',
  timeZone: 'America/Chicago',
  forecastOffice: 'LZK',
  middle: { lat: 34.97, lon: -92.37 },
};

export const doorstep: DegreeBox = { south: 32.9, north: 36.6, west: -94.7, east: -89.5 };

export const defaultPlaces: DefaultPlaces = {
  // From the specification.
  home: { lat: 35.201, lon: -91.8318 },
  forecast: { lat: 34.9697, lon: -92.3731, name: 'Arkansas, USA' },
};

/** The rest is in the public domain, or our own; `searchCredits` has the postal towns. */
export const dataCredits: readonly DataCredit[] = [];
