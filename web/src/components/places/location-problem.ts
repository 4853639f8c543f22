import type { LocationStatus } from './place.js';

const problems: Partial<Record<LocationStatus, string>> = {
  denied: `Your browser doesn't share your location`,
  unsupported: `Your browser can't find your location`,
  failed: `We couldn't find your location`,
  'too far': `You're outside the area we cover`,
};

/** "We couldn't find your location"; undefined while there is no problem. */
export const locationProblem = (status: LocationStatus): string | undefined => problems[status];
