import { plainFailure, type StormSource } from './storm-source.js';

/** River gauges of the National Water Prediction Service. */
export const nwps: StormSource = {
  manner: { mediaType: 'application/json', failure: plainFailure },
  find: () => ({ status: 404, body: {} }),
};
