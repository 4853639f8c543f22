import type { Manner, Mode } from '../modes.js';

/** What the simulated sky is doing, the same for every source of radar, outlooks, reports and rivers. */
export interface Sky {
  /** The provider's clock in this mode. */
  now: Date;
  /** As the weather service's mode says: a usual day with some storms, a quiet one, or the outbreak. */
  kind: 'usual' | 'calm' | 'outbreak';
  /** How many minutes of the outbreak's timeline have passed. */
  minutes: number;
  /** For sources whose content has modes of its own. */
  mode: Mode;
}

/** What a source has at an address: bytes as they are, anything else as JSON. */
export interface Found {
  status: number;
  body: unknown;
  /** Instead of the manner's. */
  mediaType?: string;
}

/** A simulated source. Its forms are those of the sources' documents and of code that reads them; none was recorded. */
export interface StormSource {
  manner: Manner;
  find: (address: URL, sky: Sky) => Found | Promise<Found>;
  /** Whether it answers 304 to a known ETag. */
  isConditional?: boolean;
}

/** Failures of a source that has no documented form for them. */
export const plainFailure: Manner['failure'] = (status) => ({
  mediaType: 'application/json',
  body: { message: `status ${status}` },
});
