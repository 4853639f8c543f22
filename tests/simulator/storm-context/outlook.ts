import { plainFailure, type StormSource } from './storm-source.js';

/** The Storm Prediction Center's outlooks as GeoJSON. */
export const spc: StormSource = {
  manner: { mediaType: 'application/geo+json', failure: plainFailure },
  isConditional: true,
  find: () => ({ status: 404, body: {} }),
};
