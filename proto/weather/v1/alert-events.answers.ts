import { z } from 'zod';
import { integer, text, textOrNull } from '../../answers.js';
import { alertAnswer, times } from './alerts.answers.js';

const revisionAnswer = z.strictObject({
  revision: integer,
  action: text.describe('"NEW", "CON" …; empty when only the list of alerts is available.'),
  sent: text,
  first_seen_at: textOrNull,
  changes: z.array(text).describe('In words: "Now until 6:45 PM".'),
  alerts: z.array(alertAnswer),
});
export type Revision = z.infer<typeof revisionAnswer>;

/** An event that an editor can show in a post. */
export const recentEventAnswer = z.strictObject({
  event_key: text,
  event: text,
  areas: text,
  began_at: text,
  ended_at: textOrNull.describe('Null while it is in force.'),
});
export type RecentEvent = z.infer<typeof recentEventAnswer>;

/** A weather event from its first message to its end. */
export const weatherEventAnswer = z.strictObject({
  ok: z.boolean().describe("False if the event's service is unavailable and this is the last known state."),
  event_key: text,
  event: text,
  active: z.boolean(),
  ended_at: textOrNull,
  ended_by: z.enum(['', 'cancelled', 'expired', 'upgraded', 'ended']).describe('Empty until it is over.'),
  successor_key: textOrNull,
  unlisted_since: textOrNull.describe('When it left the source’s list without having ended.'),
  ...times,
  revisions: z.array(revisionAnswer).describe('Newest first.'),
});
export type WeatherEvent = z.infer<typeof weatherEventAnswer>;
