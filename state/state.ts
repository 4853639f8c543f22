/** The state that the site is for: its facts, whichever it is (`choice.mjs`). What is a table of its own has a file of its own. */
export {
  defaultPlaces,
  doorstep,
  officeTown,
  officialName,
  officialPage,
  roadConditionsPage,
  siteName,
  state,
  stateName,
} from '@site/state/chosen/facts';
export type { DegreeBox } from './types.js';
