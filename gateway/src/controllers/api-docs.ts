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

const version = { type: 'integer' };
const withMore = (schema: Schema, more: Record<string, Schema>): Schema => ({
  ...schema,
  properties: { ...(schema['properties'] as object), ...more },
});
const editedPicture = withMore(picture, { rejected_because: text, duplicate_of: list(text) });
const editedPost = withMore(post, { picture: editedPicture, updated_at: text, version });
const editedMember = withMore(member, { picture: editedPicture, version });
const editedFaq = withMore(faq, { version });

const adminSponsor = object({
  id: text,
  name: text,
  email: text,
  phone_number: text,
  company_name: text,
  url: nullable(text),
  message: text,
  company_logo: nullable(text),
  picture,
  status: { type: 'string', enum: ['pending', 'approved', 'rejected'] },
  is_top: { type: 'boolean' },
  created_at: text,
  decided_at: nullable(text),
  reject_reason: nullable(text),
  version: { type: 'integer' },
});
const sponsorView: Schema = { type: 'string', enum: ['1', '2', '3', '4'] };
const audit = list(
  object({
    id: text,
    principal_id: text,
    principal_name: text,
    action: text,
    subject_id: text,
    subject_label: text,
    at: text,
    client_address: text,
    request_id: text,
  }),
);
const count = nullable({ type: 'integer' });

const integer = { type: 'integer' };
const campaign = object({
  id: text,
  post_id: nullable(text),
  title: text,
  state: { type: 'string', enum: ['queued', 'sending', 'sent'] },
  recipients: integer,
  sent: integer,
  failed: integer,
  skipped: integer,
  maybe_repeated: integer,
  created_at: text,
  started_at: nullable(text),
  finished_at: nullable(text),
});
const subscriber = object({
  id: text,
  email: text,
  state: { type: 'string', enum: ['pending', 'confirmed', 'unsubscribed', 'bounced', 'complained'] },
  frequency: { type: 'string', enum: ['all', 'weekly'] },
  signed_up_at: text,
  confirmed_at: nullable(text),
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
  campaign,
  newsletter: object({
    subscribers: object({
      pending: integer,
      confirmed: integer,
      unsubscribed: integer,
      bounced: integer,
      complained: integer,
    }),
    readers: object({
      each_mail: integer,
      weekly_mail: integer,
    }),
    campaigns: list(campaign),
  }),
  subscriber,
  subscribers: list(subscriber),
  jobs: object({
    queues: list(
      object({
        name: text,
        waiting: integer,
        active: integer,
        delayed: integer,
        failed: integer,
        oldest_waiting_age_seconds: integer,
      }),
    ),
    outbox: list(object({ service: text, unprocessed: nullable(integer), oldest_age_seconds: nullable(integer) })),
    failed: list(
      object({
        queue: text,
        id: text,
        name: text,
        payload: { type: 'object', additionalProperties: text },
        reason: text,
        attempts: integer,
        failed_at: text,
      }),
    ),
  }),
  session: object({
    id: text,
    name: text,
    email: text,
    type: { type: 'string', enum: ['admin', 'moderator'] },
    token: text,
    expires_at: text,
  }),
  editedPost,
  editedPosts: list(editedPost),
  editedFaq,
  editedFaqs: list(editedFaq),
  editedMember,
  editedMembers: list(editedMember),
  editedHeader: nullable(object({ id: text, header: text, version })),
  editedLogo: nullable(object({ id: text, logo: nullable(text), picture: editedPicture, version })),
  sponsor: adminSponsor,
  sponsorLists: object({
    approvedSponsor: list(adminSponsor),
    pendingSponsor: list(adminSponsor),
    sponsor_view: sponsorView,
  }),
  sponsorView: object({ sponsor_view: sponsorView }),
  contactMessages: list(object({ id: text, name: text, email: text, phone: text, feedback: text, created_at: text })),
  trash: list(object({ type: text, id: text, title: text, detail: text, deleted_at: text, purge_at: text })),
  audit,
  overview: object({
    waiting: object({ snapshots: count, sponsors: count, contact_messages: count }),
    outbox: object({ unprocessed: count, oldest_age_seconds: count }),
    failed_jobs: count,
    newsletter: object({ confirmed: count, pending: count, last_campaign: nullable({ type: 'object' }) }),
    providers: list(
      object({
        name: text,
        state: { type: 'string', enum: ['ok', 'failing', 'off'] },
        last_success_at: nullable(text),
        detail: text,
      }),
    ),
    latest_audit: audit,
    services: { type: 'object', additionalProperties: { type: 'string', enum: ['up', 'down'] } },
  }),
} satisfies Record<string, Schema>;
