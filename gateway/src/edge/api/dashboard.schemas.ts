import { integer, list, nullable, object, text, withMore, type Schema } from './api-schema.js';
import { faq, member, picture, post } from './public.schemas.js';

/** The shapes of what the dashboard works with: the public ones as editors see them, and what only they see. */

const version = integer;
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
  version,
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
const count = nullable(integer);

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

/** By the name under which an endpoint asks for it. */
export const dashboardSchemas = {
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
