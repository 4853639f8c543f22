/** All data under an email address or phone number. `personal-data.test.ts` fails for a table that is missing here. */
import { fitting } from '@site/platform/data/lists';
import { objectKey, type StoredImage } from '@site/platform/lifecycle/images';
import type {
  ExportPersonalDataResponse,
  StoredMessage,
  StoredSnapshot,
  StoredSponsor,
  StoredSubscription,
} from '@site/proto/gen/nest/submissions/v1/personal_data';
import { In, type EntityManager } from 'typeorm';
import { ContactMessage } from '../contact/contact-message.entity.js';
import { inUtc } from '../contact/contact-reply.entity.js';
import { submissionKinds } from '../submission-kinds.js';
import { Subscriber } from '../newsletter/subscriber.entity.js';
import { Snapshot } from '../snapshots/snapshot.entity.js';
import { Sponsor } from '../sponsors/sponsor.entity.js';

/** `value` is an address in canonical form, or a phone number. */
export interface DataSubject {
  by: 'email' | 'phone';
  value: string;
}

const phoneColumns: Readonly<Record<string, string>> = { sponsors: 'phone_number', contact_messages: 'phone' };
/** Returns SQL for a number's digits without the US country code. */
const digitsOf = (number: string) => `regexp_replace(regexp_replace(${number}, '\\D', '', 'g'), '^1(?=\\d{10}$)', '')`;

/** Returns an SQL condition: the table's row belongs to the address or number `$1`. */
export function isTheirs(table: string, { by }: DataSubject): string {
  if (by === 'email') return 'lower(email) = lower($1)';
  const column = phoneColumns[table];
  return column === undefined ? '$1::text IS NULL' : `${digitsOf(column)} = ${digitsOf('$1::text')}`;
}

const keysOf = (image: StoredImage | null | undefined): string[] => {
  if (!image) return [];
  if (image.state === 'processing') return [image.stagingKey];
  return image.sizes.map(({ key }) => objectKey(image.published, key));
};

const toStoredSnapshot = ({ picture, ...row }: Snapshot): StoredSnapshot => ({
  ...row,
  rejectReason: row.rejectReason ?? '',
  decidedAt: row.decidedAt ?? '',
  deletedAt: row.deletedAt ?? '',
  imageKeys: keysOf(picture),
});

const toStoredSponsor = ({ logo, ...row }: Sponsor): StoredSponsor => ({
  ...row,
  url: row.url ?? '',
  rejectReason: row.rejectReason ?? '',
  decidedAt: row.decidedAt ?? '',
  deletedAt: row.deletedAt ?? '',
  imageKeys: keysOf(logo),
});

const toStoredMessage = ({ replies, ...row }: ContactMessage): StoredMessage => ({
  ...row,
  deletedAt: row.deletedAt ?? '',
  handledAt: row.handledAt ?? '',
  replies: replies.map(({ text, createdAt, sentAt }) => ({
    text,
    createdAt: inUtc(createdAt),
    sentAt: sentAt ? inUtc(sentAt) : '',
  })),
});

/** This many fit into a response even at maximum length, except with long replies. */
const pageSize = 40;

/** Returns a page of a person's items, oldest first, with their audit log. */
export async function readItems(
  manager: EntityManager,
  person: DataSubject,
  afterId: string | undefined,
): Promise<
  Pick<ExportPersonalDataResponse, 'snapshots' | 'sponsors' | 'messages' | 'log'> & { nextId: string | undefined }
> {
  const all = submissionKinds
    .map(({ table }) => `SELECT id FROM ${table} WHERE ${isTheirs(table, person)}`)
    .join(' UNION ALL ');
  const found = await manager.query<{ id: string }[]>(
    `SELECT id FROM (${all}) AS things WHERE $2::uuid IS NULL OR id > $2 ORDER BY id LIMIT ${pageSize + 1}`,
    [person.value, afterId ?? null],
  );
  const ids = found.slice(0, pageSize).map(({ id }) => id);
  const which = { where: { id: In(ids) }, order: { id: 'ASC' } } as const;
  const snapshots = await manager.find(Snapshot, { ...which, relations: { picture: true } });
  const sponsors = await manager.find(Sponsor, { ...which, relations: { logo: true } });
  const messages = await manager.find(ContactMessage, which);
  const stored = {
    snapshots: snapshots.map(toStoredSnapshot),
    sponsors: sponsors.map(toStoredSponsor),
    messages: messages.map(toStoredMessage),
  };
  const inOrder = Object.values(stored)
    .flat()
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  const includedIds = new Set(inOrder.slice(0, fitting(inOrder)).map(({ id }) => id));
  const isIncluded = ({ id }: { id: string }) => includedIds.has(id);
  const log = await manager.query<{ at: Date; action: string; subjectId: string }[]>(
    `SELECT at, action, subject_id AS "subjectId" FROM audit WHERE subject_id = ANY($1) ORDER BY id LIMIT 1000`,
    [[...includedIds]],
  );
  return {
    snapshots: stored.snapshots.filter(isIncluded),
    sponsors: stored.sponsors.filter(isIncluded),
    messages: stored.messages.filter(isIncluded),
    log: log.map((entry) => ({ ...entry, at: entry.at.toISOString() })),
    nextId: found.length > includedIds.size ? [...includedIds].at(-1) : undefined,
  };
}

/** Returns the newsletter subscription of an address; undefined for a phone number, or if there is none. */
export async function readSubscription(
  manager: EntityManager,
  { by, value: email }: DataSubject,
): Promise<StoredSubscription | undefined> {
  if (by !== 'email') return undefined;
  const subscriber = await manager
    .createQueryBuilder(Subscriber, 'subscriber')
    .where('lower(subscriber.email) = lower(:email)', { email })
    .getOne();
  if (!subscriber) return undefined;
  const deliveries = await manager.query<{ campaign: string; state: string; reason: string }[]>(
    `SELECT title AS campaign, delivery.state, delivery.reason FROM campaign_deliveries AS delivery
     JOIN campaigns ON campaigns.id = campaign_id WHERE subscriber_id = $1 ORDER BY campaigns.id DESC LIMIT 500`,
    [subscriber.id],
  );
  const { id, state, frequency, signedUpAt, confirmedAt, unsubscribedAt, consentSource } = subscriber;
  return {
    id,
    email: subscriber.email,
    state,
    frequency,
    signedUpAt,
    consentSource,
    deliveries,
    confirmedAt: confirmedAt ?? '',
    unsubscribedAt: unsubscribedAt ?? '',
  };
}
