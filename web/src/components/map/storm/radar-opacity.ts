/** Keeps the map below the radar slightly visible and lets pictures cross-fade. */
export const radarOpacity = 0.9;
