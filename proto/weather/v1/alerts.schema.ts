import { z } from 'zod';

/** The query of GET /main/weather/alerts. */
export const alertsQuery = z.object({
  /** From the stream of changes. The response has at least this version, or is a failure. */
  version: z.coerce.number().int().nonnegative().default(0),
});
