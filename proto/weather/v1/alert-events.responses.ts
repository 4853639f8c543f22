import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';
import { alertResponse, times } from './alerts.responses.js';

const revisionSchema = z.strictObject({
  revision: integer,
  action: text.describe('"NEW", "CON" …; empty when only the list of alerts is available.'),
  sent: text,
  first_seen_at: textOrNull,
  changes: z.array(text).describe('In words: "Now until 6:45 PM".'),
  alerts: z.array(alertResponse),
});
export type Revision = z.infer<typeof revisionSchema>;

/** An event that an editor can show in a post. */
export const recentEventResponse = z.strictObject({
  event_key: text,
  event: text,
  areas: text,
  began_at: text,
  ended_at: textOrNull.describe('Null while it is in force.'),
});
export type RecentEvent = z.infer<typeof recentEventResponse>;

/** A weather event from its first message to its end. */
export const weatherEventResponse = z.strictObject({
  ok: z.boolean().describe("False if the event's service is unavailable and this is the last known state."),
  event_key: text,
  event: text,
  active: z.boolean(),
  ended_at: textOrNull,
  ended_by: z.enum(['', 'cancelled', 'expired', 'upgraded', 'ended']).describe('Empty until it is over.'),
  successor_key: textOrNull,
  unlisted_since: textOrNull.describe('When it left the source’s list without having ended.'),
  ...times,
  revisions: z.array(revisionSchema).describe('Newest first.'),
});
export type WeatherEvent = z.infer<typeof weatherEventResponse>;
