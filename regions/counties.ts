/** The counties of the state, by name. */
export { counties } from '@site/regions/chosen/counties';
export type { County } from './types.js';
