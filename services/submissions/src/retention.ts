import { FailedRows } from '@site/platform/jobs/work-loop';
import { purge, type RetentionRule, type Sweep } from '@site/platform/lifecycle/retention';
import { contactRetention } from './contact/contact-message.entity.js';
import { digestRetention } from './digest/moderation-digest.entity.js';
import { submissionKinds } from './kinds.js';
import { mailRetention } from './mail/mail-send.entity.js';
import { deliveryRetention } from './newsletter/campaign-delivery.entity.js';
import { mergeSpellings } from './newsletter/merge-spellings.js';
import { tokenRetention } from './newsletter/mail-token.entity.js';
import { subscriberRetention } from './newsletter/subscriber.entity.js';
import { testMailRetention } from './newsletter/test-mail.entity.js';
import { addPurgePictureJob } from './pictures/purge-picture.job.js';

/** What is deleted after a time. */
const rules: RetentionRule[] = [
  ...submissionKinds.map(({ table, picture }) => ({ table, namesPerson: true, pictureColumn: picture?.column })),
  contactRetention,
  subscriberRetention,
  tokenRetention,
  mailRetention,
  deliveryRetention,
  testMailRetention,
  digestRetention,
  { table: 'confirmation_days', key: 'ctid', passing: true, when: `day < (now() AT TIME ZONE 'UTC')::date` },
];

/** Deletes expired rows; jobs remove their pictures. */
export const sweepRetention: Sweep = async (dataSource, rows = new FailedRows('retention')) => {
  // The previous release may still run alongside this one and stores addresses as typed.
  await rows.attempt('spellings of addresses', () => mergeSpellings(dataSource.manager));
  return purge(dataSource, rules, { pictureGone: addPurgePictureJob, rows });
};
