import type { DataCredit, DefaultPlaces, DegreeBox, State } from '../types.js';

/** Separate constants, so that the build can inline them in texts. */
export const stateName: string = 'Oklahoma';
export const siteName: string = 'Oklahoma Weather';
/** The label under the icon on a phone's home screen. */
export const shortSiteName: string = 'OK Weather';
export const officeTown: string = 'Norman';
/** The page of the forecast office, and its address for display. */
export const officialPage: string = 'https://www.weather.gov/oun/';
export const officialName: string = 'weather.gov/oun';

export const roadConditionsPage: string = 'https://oktraffic.org/';
/** Captions of two drawings shown as long as there are no photos. */
export const thunderheadCaption: string = 'A thunderhead over the plains at dusk';
export const fogCaption: string = 'Morning fog in a valley of the Ouachitas';

export const state: State = {
  name: stateName,
  article: 'an',
  postalCode: 'OK',
  fips: '40',
  // All of the state except one town in the west of the panhandle, which uses its neighbors' time zone.
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
    what: 'Places and ZIP codes',
    name: 'GeoNames',
    url: 'https://www.geonames.org/',
    licence: 'CC BY 4.0',
    licenceUrl: 'https://creativecommons.org/licenses/by/4.0/',
  },
];
