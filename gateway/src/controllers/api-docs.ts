import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';

/** How the endpoints describe themselves in /docs. */

type Schema = Record<string, unknown>;

const text = { type: 'string' };
const envelopeOf = (data: Schema): Schema => ({
  type: 'object',
  required: ['status', 'action', 'data'],
  properties: { status: { type: 'boolean', enum: [true] }, action: text, data },
});

export const failureSchema: Schema = {
  type: 'object',
  required: ['status', 'action', 'message', 'errors'],
  properties: {
    status: { type: 'boolean', enum: [false] },
    action: text,
    message: text,
    errors: {
      type: 'array',
      items: { type: 'object', required: ['message'], properties: { field: text, message: text } },
    },
  },
};

const failureTexts: Record<number, string> = {
  400: 'A field is missing, wrong or unknown; each is named in errors.',
  401: 'No session, or one that has ended.',
  403: 'The session does not allow this.',
  404: 'It does not exist.',
  409: 'Its present state forbids this.',
  413: 'The file or body is too large.',
  415: 'The file or body is of a type that is not taken.',
  422: 'It could not be carried out: a picture that cannot be decoded, or an idempotency key with another body.',
  429: 'Asked too often; see Retry-After.',
  503: 'A part is down; see Retry-After.',
};

/** Documents an endpoint: what it does, what its data is, and which failures it knows. */
export const Describe = (
  summary: string,
  data: Schema,
  failures: (keyof typeof failureTexts)[] = [],
  status: 200 | 201 = 200,
) =>
  applyDecorators(
    ApiOperation({ summary }),
    ApiResponse({ status, description: 'Success', schema: envelopeOf(data) }),
    ...failures.map((code) => ApiResponse({ status: code, description: failureTexts[code]!, schema: failureSchema })),
  );

const nullable = (schema: Schema): Schema => ({ ...schema, nullable: true });
const object = (properties: Record<string, Schema>): Schema => ({ type: 'object', properties });
const list = (items: Schema): Schema => ({ type: 'array', items });

const picture = nullable(
  object({
    state: { type: 'string', enum: ['processing', 'ready', 'rejected'] },
    width: { type: 'integer' },
    height: { type: 'integer' },
    placeholder: text,
    sizes: list(object({ src: text, width: { type: 'integer' }, height: { type: 'integer' }, type: text })),
  }),
);
const post = object({
  id: text,
  title: text,
  description: text,
  url: nullable(text),
  image: nullable(text),
  picture,
  created_at: text,
});
const member = object({ id: text, name: text, designation: text, image: nullable(text), picture });
const faq = object({ id: text, question: text, answer: text });
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

/** The shapes of the data. */
export const schemas = {
  nothing: { type: 'object', nullable: true },
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
    alerts: object({ alert: list({ type: 'object' }) }),
    meta: object({
      source: text,
      fetchedAt: text,
      observedAt: nullable(text),
      stale: { type: 'boolean' },
      ageSeconds: { type: 'integer' },
      alertsOk: { type: 'boolean' },
      alertsFetchedAt: nullable(text),
      sample: { type: 'boolean' },
    }),
  }),
  alerts: object({
    ok: { type: 'boolean' },
    updatedAt: nullable(text),
    source: text,
    alerts: list({ type: 'object' }),
  }),
  session: object({
    id: text,
    name: text,
    email: text,
    type: { type: 'string', enum: ['admin', 'moderator'] },
    token: text,
    expires_at: text,
  }),
  overview: object({
    waiting: object({
      snapshots: nullable({ type: 'integer' }),
      sponsors: nullable({ type: 'integer' }),
      contact_messages: nullable({ type: 'integer' }),
    }),
    outbox: object({ unprocessed: nullable({ type: 'integer' }), oldest_age_seconds: nullable({ type: 'integer' }) }),
    latest_audit: list(
      object({ id: text, principal_name: text, action: text, subject_id: text, at: text, client_address: text }),
    ),
    services: { type: 'object', additionalProperties: { type: 'string', enum: ['up', 'down'] } },
  }),
} satisfies Record<string, Schema>;
