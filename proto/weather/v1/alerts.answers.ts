import { z } from 'zod';
import { integer, text, textOrNull } from '../../answers.js';
import { alertLevels } from './danger.js';

/** An alert of the National Weather Service. Its times are by the upstream clock. */
export const alertAnswer = z.strictObject({
  id: text,
  event: text,
  severity: text,
  urgency: text,
  certainty: text,
  headline: text,
  desc: text,
  instruction: text,
  areas: text.describe('For people: "Faulkner; Pulaski".'),
  counties: z.array(text).describe('County FIPS codes.'),
  effective: text,
  expires: textOrNull.describe('The same as ends: its former name.'),
  geometry: z
    .record(text, z.unknown())
    .nullable()
    .describe('GeoJSON; null when the alert covers whole counties, or its area cannot be read.'),
  sender: text,
  event_key: text,
  revision: integer,
  sent: text,
  onset: textOrNull,
  ends: textOrNull.describe('Null until further notice, and where no end is given.'),
  until_further_notice: z.boolean(),
  nws_headline: text,
  tornado_detection: text,
  tornado_damage_threat: text,
  thunderstorm_damage_threat: text,
  flash_flood_detection: text,
  flash_flood_damage_threat: text,
  max_hail_size: text.describe('Inches.'),
  max_wind_gust: text,
  event_motion_description: text,
  event_codes: z.array(text),
  vtec: z.array(text),
  zones: z.array(text),
  statewide: z.boolean().describe('For everybody, whatever counties says.'),
  danger: integer.describe('0 is the greatest.'),
  level: z.enum(alertLevels),
  badge: text,
  unlisted_since: textOrNull.describe('When it left the source’s list without having ended; null while it is listed.'),
  from_wire: z.boolean().describe('Only by the weather service’s own wire so far; its list has not confirmed it yet.'),
});
export type Alert = z.infer<typeof alertAnswer>;

/** Both clocks at the time of this response, rounded down to ten seconds. */
export const times = {
  sourceTime: textOrNull.describe("The source's clock; null until it was heard."),
  serverTime: text.describe("The gateway's clock."),
};

export const alertsAnswer = z.strictObject({
  ok: z.boolean().describe('An empty list means that there is no alert only when this is true.'),
  updatedAt: textOrNull.describe('When the source last answered; null if it never has.'),
  source: text,
  pollSeconds: integer.describe('How soon to ask again.'),
  version: integer.optional().describe('Rises when the list changes; what the stream of changes sends.'),
  ...times,
  alerts: z.array(alertAnswer),
  unlisted: z
    .array(alertAnswer)
    .describe('Left the source’s list without a cancellation and before their end: they may still be in effect.'),
});
export type Alerts = z.infer<typeof alertsAnswer>;
