/** Responses about a person's data: export, erasure, redaction. */
import { auditedServices } from '@site/domain/kinds';
import { z } from 'zod';
import { integer, text } from '../../responses.js';
import { storedAlertsResponse } from '../../notifications/v1/personal-data.responses.js';

const stringList = z.array(text);

/** Times are empty if something did not happen. */
const snapshot = z.strictObject({
  id: text,
  first_name: text,
  last_name: text,
  email: text,
  location: text,
  comment: text,
  status: text,
  reject_reason: text,
  consent_at: text,
  terms_version: text,
  created_at: text,
  decided_at: text,
  deleted_at: text,
  image_keys: stringList.describe('Names of its files in the object store.'),
});
const sponsor = z.strictObject({
  id: text,
  name: text,
  email: text,
  phone_number: text,
  company_name: text,
  url: text,
  message: text,
  status: text,
  reject_reason: text,
  created_at: text,
  decided_at: text,
  deleted_at: text,
  image_keys: stringList,
});
const reply = z.strictObject({ text, created_at: text, sent_at: text });
const message = z.strictObject({
  id: text,
  name: text,
  phone: text,
  email: text,
  feedback: text,
  created_at: text,
  deleted_at: text,
  note: text,
  handled_at: text,
  replies: z.array(reply).describe('Replies sent by email.'),
});
const delivery = z.strictObject({ campaign: text, state: text, reason: text });
const newsletter = z.strictObject({
  id: text,
  email: text,
  state: text,
  frequency: text,
  consent_source: text.describe('Where an imported address consented; otherwise empty.'),
  signed_up_at: text,
  confirmed_at: text,
  unsubscribed_at: text,
  deliveries: z.array(delivery).describe('The newsletter emails of the last 90 days.'),
});
const mention = z.strictObject({
  service: z.enum(auditedServices),
  place: text.describe('For a redaction, with service and id.'),
  id: text,
  label: text,
  excerpt: text,
  fixed: text.describe('Why it can’t be redacted; otherwise empty.'),
});
export type Mention = z.infer<typeof mention>;
const mentions = z
  .array(mention)
  .describe('Texts of staff and other people that contain the address or number; they stay unless redacted.');
const logEntry = z.strictObject({ at: text, action: text, subject_id: text });

export const personalDataResponse = z.strictObject({
  receipt: text.describe('Identifier of this export in the audit log.'),
  email: text.describe('The identifier that was looked up; the other two are empty.'),
  phone: text,
  push: text,
  exported_at: text,
  found: integer.describe('Number of stored items.'),
  snapshots: z.array(snapshot),
  sponsors: z.array(sponsor),
  messages: z.array(message),
  newsletter: newsletter.nullable(),
  alerts: storedAlertsResponse.nullable().describe('Alert subscription of the address.'),
  log: z.array(logEntry).describe('Actions on these items.'),
  mentions,
  account: z
    .strictObject({ id: text, name: text, role: text })
    .nullable()
    .describe('The account, if the person is a user of the dashboard.'),
  notes: stringList.describe('Sentences about data stored elsewhere, and for how long.'),
});
export type PersonalData = z.infer<typeof personalDataResponse>;
export const personalDataParts = { snapshot, sponsor, message, reply, newsletter, delivery, mention, logEntry };

export const erasureResponse = z.strictObject({
  receipt: text.describe('Identifier of this erasure in the audit log.'),
  erased: z.strictObject({
    snapshots: integer,
    sponsors: integer,
    messages: integer,
    newsletter: integer,
    alerts: integer,
  }),
  mentions,
  retained: stringList.describe('Sentences about the data that stays, and why.'),
});
export type Erasure = z.infer<typeof erasureResponse>;

export const redactionResponse = z.strictObject({
  redacted: z.boolean().describe('False if the text no longer contains it.'),
});
export type Redaction = z.infer<typeof redactionResponse>;
