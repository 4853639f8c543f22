import { z } from 'zod';
import { integer, text, textOrNull } from '../../responses.js';
import { alertLevels } from '@site/domain/weather/danger';

/** Times are by the upstream clock. */
export const alertResponse = z.strictObject({
  id: text,
  event: text,
  severity: text,
  urgency: text,
  certainty: text,
  headline: text,
  desc: text,
  instruction: text,
  areas: text.describe('For display: "Faulkner; Pulaski".'),
  counties: z.array(text).describe('County FIPS codes.'),
  effective: text,
  expires: textOrNull.describe('Same as ends: its former name.'),
  geometry: z
    .record(text, z.unknown())
    .nullable()
    .describe("GeoJSON; null when the alert covers whole counties, or its area can't be read."),
  sender: text,
  event_key: text,
  revision: integer,
  sent: text,
  onset: textOrNull,
  ends: textOrNull.describe('Null until further notice, and when no end is given.'),
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
  statewide: z.boolean().describe('Applies everywhere, regardless of counties.'),
  danger: integer.describe('0 is the most dangerous.'),
  level: z.enum(alertLevels),
  badge: text,
  unlisted_since: textOrNull.describe('When it left the source’s list without having ended; null while it is listed.'),
  from_nwws: z
    .boolean()
    .describe('Only sent by the weather service’s NWWS-OI feed so far; not yet confirmed by its list.'),
  spanish_text: textOrNull.describe(
    'What to do in Spanish (es-US), as the weather service sent it to phones; null without such a text. Added some seconds after the alert.',
  ),
});
export type Alert = z.infer<typeof alertResponse>;

/** At this response, rounded down to ten seconds. */
export const times = {
  sourceTime: textOrNull.describe('The upstream clock; null until the source has responded.'),
  serverTime: text.describe("The gateway's clock."),
};

export const alertsResponse = z.strictObject({
  ok: z.boolean().describe('Only if true does an empty list mean that there are no alerts.'),
  updatedAt: textOrNull.describe('When the source last responded; null if never.'),
  source: text,
  pollSeconds: integer.describe('Polling interval in seconds.'),
  version: integer.optional().describe('Increases when the list changes; sent by the stream of changes.'),
  ...times,
  alerts: z.array(alertResponse),
  unlisted: z
    .array(alertResponse)
    .describe('Left the source’s list without a cancellation and before their end: they may still be in effect.'),
});
export type Alerts = z.infer<typeof alertsResponse>;
