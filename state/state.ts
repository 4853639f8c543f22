import { site, state } from '@site/state/chosen/facts';

/** The state that the site is for: its facts, whichever it is (`choice.mjs`). What is a table of its own has a file of its own. */

export { defaultPlaces, officialLinks, site, state, stateBoxes } from '@site/state/chosen/facts';
export type { DegreeBox } from './types.js';

const office = `www.weather.gov/${state.forecastOffice.toLowerCase()}`;

/** The page of its forecast office, where warnings can always be read. */
export const officialPage = `https://${office}/`;
/** The same as people write it: "weather.gov/lzk". */
export const officialName = office.slice('www.'.length);

/** As texts say them. */
export const stateName = state.name;
export const siteName = site.name;
/** The town of its forecast office: "the National Weather Service in Little Rock". */
export const { officeTown } = state;
