/** The counties of the state, by name. */
export { counties } from '@site/state/chosen/counties';
export type { County } from './types.js';
