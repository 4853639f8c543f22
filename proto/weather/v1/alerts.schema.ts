import { z } from 'zod';

/** The query of GET /main/weather/alerts. */
export const alertsQuery = z.object({
  /** The version that the stream of changes named: the answer has it or a newer one, or is a failure, but isn't an older list from a cache. */
  version: z.coerce.number().int().nonnegative().default(0),
});
export type AlertsQuery = z.infer<typeof alertsQuery>;
