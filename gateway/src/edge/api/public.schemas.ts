import { alertLevels } from '@site/proto/weather/v1/danger';
import { integer, list, nullable, object, text, type Schema } from './api-schema.js';

/** The shapes of what everybody may read, and of what the public forms answer. */

export const picture = nullable(
  object({
    state: { type: 'string', enum: ['processing', 'ready', 'rejected'] },
    width: integer,
    height: integer,
    placeholder: text,
    sizes: list(object({ src: text, width: integer, height: integer, type: text })),
  }),
);
export const post = object({
  id: text,
  title: text,
  description: text,
  url: nullable(text),
  image: nullable(text),
  picture,
  created_at: text,
});
export const member = object({ id: text, name: text, designation: text, image: nullable(text), picture });
export const faq = object({ id: text, question: text, answer: text });
const sponsor = object({
  id: text,
  name: text,
  url: nullable(text),
  phone_number: text,
  company_logo: nullable(text),
  picture,
});
const snapshot = object({
  id: text,
  file: nullable(text),
  first_name: text,
  last_name: text,
  location: text,
  comment: text,
  picture,
  approved_at: text,
});

const boolean = { type: 'boolean' };
/** Both clocks in steps of ten seconds: the source's (null until it was heard), and ours. */
const times = { sourceTime: nullable(text), serverTime: text };
const alert = object({
  id: text,
  event: text,
  severity: text,
  urgency: text,
  certainty: text,
  headline: text,
  desc: text,
  instruction: text,
  areas: text,
  counties: list(text),
  effective: text,
  expires: nullable(text),
  geometry: nullable({ type: 'object' }),
  sender: text,
  event_key: text,
  revision: integer,
  sent: text,
  onset: nullable(text),
  ends: nullable(text),
  until_further_notice: boolean,
  nws_headline: text,
  tornado_detection: text,
  tornado_damage_threat: text,
  thunderstorm_damage_threat: text,
  flash_flood_detection: text,
  flash_flood_damage_threat: text,
  max_hail_size: text,
  max_wind_gust: text,
  event_motion_description: text,
  event_codes: list(text),
  vtec: list(text),
  zones: list(text),
  statewide: boolean,
  danger: integer,
  level: { type: 'string', enum: [...alertLevels] },
  badge: text,
});

/** By the name under which an endpoint asks for it. */
export const publicSchemas = {
  created: object({ id: text }),
  newsletterAction: object({ action: text }),
  newsletterPreferences: object({ frequency: { type: 'string', enum: ['all', 'weekly'] } }),
  post,
  posts: list(post),
  members: list(member),
  faqs: list(faq),
  snapshot,
  snapshots: list(snapshot),
  keys: object({ weather_Key: text, map_Key: text }),
  home: object({
    topSponsor: nullable(sponsor),
    teams: list(member),
    sponsors: list(sponsor),
    sponsor_view: { type: 'string', enum: ['1', '2', '3', '4'] },
    posts: list(post),
    snapshots: list(snapshot),
    faqs: list(faq),
    weather_key: text,
    facebook_page_id: object({ value: text }),
    facebook_page_access_token: object({ value: text }),
    header: nullable(text),
    logo: nullable(text),
    logo_picture: picture,
    site: object({
      shop_url: text,
      livecam_urls: list(text),
      video_channel_url: text,
      text_dispatch_url: text,
      sponsor_of_site: text,
    }),
  }),
  forecast: object({
    location: { type: 'object' },
    current: { type: 'object' },
    forecast: object({ forecastday: list({ type: 'object' }), hour: list({ type: 'object' }) }),
    alerts: object({ alert: list(alert) }),
    meta: object({
      source: text,
      fetchedAt: text,
      observedAt: nullable(text),
      stale: { type: 'boolean' },
      ageSeconds: integer,
      alertsOk: { type: 'boolean' },
      alertsFetchedAt: nullable(text),
      sample: { type: 'boolean' },
      forecastMadeAt: nullable(text),
      forecastDelayed: boolean,
      currentFrom: { type: 'string', enum: ['observation', 'forecast', ''] },
      stationId: text,
      stationName: text,
    }),
  }),
  alerts: object({
    ok: boolean,
    updatedAt: nullable(text),
    source: text,
    pollSeconds: integer,
    ...times,
    alerts: list(alert),
  }),
  weatherEvent: object({
    ok: boolean,
    event_key: text,
    event: text,
    active: boolean,
    ended_at: nullable(text),
    ended_by: { type: 'string', enum: ['', 'cancelled', 'expired', 'upgraded', 'ended'] },
    successor_key: nullable(text),
    ...times,
    revisions: list(
      object({
        revision: integer,
        action: text,
        sent: text,
        first_seen_at: nullable(text),
        changes: list(text),
        alerts: list(alert),
      }),
    ),
  }),
} satisfies Record<string, Schema>;
