import { plainFailure, type StormSource } from './storm-source.js';

/** Local storm reports of the Iowa Environmental Mesonet. */
export const lsr: StormSource = {
  manner: { mediaType: 'application/vnd.geo+json', failure: plainFailure },
  find: () => ({ status: 404, body: {} }),
};

/** Local storm reports of NOAA's map server. */
export const noaaMaps: StormSource = {
  manner: { mediaType: 'application/geo+json', failure: plainFailure },
  find: () => ({ status: 404, body: {} }),
};
