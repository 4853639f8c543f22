import type { MentionPlace } from '@site/platform/lifecycle/mentions';
import { kinds } from '@site/domain/kinds';
import { isTheirs } from './stored-records.js';

const buildOwnerSql = (table: string) => (by: 'email' | 'phone') =>
  isTheirs(table, { by, value: '' }).replaceAll('$1', '$2');

/** Texts in which staff or other people may have written an address. `mention-places.test.ts` checks every column. */
export const mentionPlaces: MentionPlace[] = [
  {
    table: 'newsletter_subscribers',
    label: 'Consent of another subscriber',
    columns: { consent_source: 'text' },
    own: buildOwnerSql('newsletter_subscribers'),
  },
  { table: 'saved_texts', label: 'Saved text', columns: { title: 'text', text: 'text' } },
  {
    table: 'contact_messages',
    label: 'Message of another person',
    columns: { name: 'text', feedback: 'text', note: 'text', handled_by_name: 'text', assigned_to_name: 'text' },
    own: buildOwnerSql('contact_messages'),
    versioned: true,
  },
  { table: 'contact_replies', label: 'Reply to a message', columns: { text: 'text', by_name: 'text' } },
  {
    table: 'snapshots',
    label: 'Photo of another person',
    columns: {
      first_name: 'text',
      last_name: 'text',
      location: 'text',
      comment: 'text',
      reject_reason: 'text',
      decided_by_name: 'text',
    },
    own: buildOwnerSql('snapshots'),
    topic: kinds.snapshot.list,
  },
  {
    table: 'sponsors',
    label: 'Sponsor',
    columns: { name: 'text', company_name: 'text', url: 'text', message: 'text', reject_reason: 'text' },
    own: buildOwnerSql('sponsors'),
    topic: kinds.sponsor.list,
    versioned: true,
  },
  { table: 'campaigns', label: 'Campaign', columns: { title: 'text', stories: 'jsonb', texts: 'jsonb' } },
  { table: 'test_mails', label: 'Test mail', columns: { story: 'jsonb', texts: 'jsonb' } },
];
