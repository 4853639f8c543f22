import type { DataCredit, DefaultPlaces, DegreeBox, State } from '../types.js';

/** One by one, so that texts hold the words themselves when the pages are built. */
export const stateName: string = 'Oklahoma';
export const siteName: string = 'Oklahoma Weather';
/** Under the icon on a phone's home screen. */
export const shortSiteName: string = 'OK Weather';
export const officeTown: string = 'Norman';
/** The page of the forecast office, and its address as people write it. */
export const officialPage: string = 'https://www.weather.gov/oun/';
export const officialName: string = 'weather.gov/oun';

export const roadConditionsPage: string = 'https://oktraffic.org/';
/** What two drawings show, which stand where there are no photos yet. */
export const thunderheadCaption: string = 'A thunderhead over the plains at dusk';
export const fogCaption: string = 'Morning fog in a valley of the Ouachitas';

export const state: State = {
  name: stateName,
  article: 'an',
  postalCode: 'OK',
  fips: '40',
  // All of it but one town in the west of the panhandle, which keeps the time of its neighbours.
  timeZone: 'America/Chicago',
  forecastOffice: 'OUN',
  middle: { lat: 35.31, lon: -97.48 },
};

export const doorstep: DegreeBox = { south: 33.5, north: 37.1, west: -103.1, east: -94.33 };

export const defaultPlaces: DefaultPlaces = {
  home: { lat: 35.4676, lon: -97.5164 },
  forecast: { lat: 35.2226, lon: -97.4395, name: 'Oklahoma, USA' },
};

/** Places and ZIP codes. */
export const dataCredits: readonly DataCredit[] = [
  {
    ...{ what: 'Places and ZIP codes', name: 'GeoNames', url: 'https://www.geonames.org/' },
    ...{ licence: 'CC BY 4.0', licenceUrl: 'https://creativecommons.org/licenses/by/4.0/' },
  },
];
