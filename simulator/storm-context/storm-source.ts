import type { Manner, Mode } from '../modes.js';

/** The simulated weather, shared by all sources of radar, outlooks, reports and rivers. */
export interface Sky {
  /** Upstream time in this mode. */
  now: Date;
  /** Follows the weather service's mode: a usual day with some storms, a quiet one, or the outbreak. */
  kind: 'usual' | 'calm' | 'outbreak';
  /** Elapsed minutes of the outbreak timeline. */
  minutes: number;
  /** For sources with content modes of their own. */
  mode: Mode;
}

/** Bytes are sent unchanged, anything else as JSON. */
export interface Found {
  status: number;
  body: unknown;
  /** Overrides the manner's. */
  mediaType?: string;
}

/** A simulated source, in the form of the source's documents and of code that reads them; not recorded. */
export interface StormSource {
  manner: Manner;
  find: (address: URL, sky: Sky) => Found | Promise<Found>;
  /** Returns 304 for a matching ETag. */
  isConditional?: boolean;
}

/** For sources without documented error responses. */
export const plainFailure: Manner['failure'] = (status) => ({
  mediaType: 'application/json',
  body: { message: `status ${status}` },
});
