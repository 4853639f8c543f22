/** The facts of the chosen state (`choice.mjs`). Larger tables have separate files. */
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
} from '@site/regions/chosen/facts';
export type { DegreeBox } from './types.js';
