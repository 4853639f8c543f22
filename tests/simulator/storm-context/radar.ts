import { plainFailure, type StormSource } from './storm-source.js';

/** NOAA's WMS of the radar mosaic. */
export const mrms: StormSource = {
  manner: { mediaType: 'image/png', failure: plainFailure },
  find: () => ({ status: 404, body: {} }),
};

/** The Iowa Environmental Mesonet's WMS with exact times. */
export const nexrad: StormSource = {
  manner: { mediaType: 'image/png', failure: plainFailure },
  find: () => ({ status: 404, body: {} }),
};
