/** Imports newsletter subscribers from a file, without those who left or complained. */
import { newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { outboxColumns, outboxInsert, outboxRow } from '@site/platform/jobs/outbox';
import { canonicalLine } from '@site/domain/canonical-text';
import { maxLength } from '@site/proto/fields';
import type {
  ImportProblem,
  ImportSubscribersRequest,
  ImportSubscribersResponse,
} from '@site/proto/gen/nest/submissions/v1/newsletter';
import { invalidField, type Caller } from '@site/proto/grpc';
import { importedConfirmationsPerDay, type SubscriberState } from '@site/proto/submissions/v1/newsletter.schema';
import type { DataSource } from 'typeorm';
import { spendImportedConfirmations } from './confirmation-budget.js';
import { type ImportedAddress, readSubscriberFile } from './subscriber-file.js';
import type { LeftStatus } from './imported-status.js';
import { sendConfirmationJob } from './subscription-mails.js';

const maxProblems = 500;

/** Addresses in these states must not get mail again because of a file. */
const suppressed: Partial<Record<SubscriberState, string>> = {
  unsubscribed: 'This address unsubscribed. Only its owner can sign up again.',
  bounced: 'Mail to this address couldn’t be delivered.',
  complained: 'Mail to this address was reported as spam, so it never gets any again.',
};

/**
 * Adds the unknown addresses; with `confirm`, each reader gets a confirmation mail first. Addresses that left, by the
 * file's own columns, are only added as such, so that no later file makes them readers. Imports nothing if the day's
 * budget of confirmations is too small.
 * @throws INVALID_ARGUMENT
 */
export async function importSubscribers(
  dataSource: DataSource,
  { csv, consentSource, confirm, confirmationsPerDay }: ImportSubscribersRequest,
  caller: Caller,
): Promise<ImportSubscribersResponse> {
  const source = canonicalLine(consentSource);
  if (!source || [...source].length > maxLength.title)
    throw invalidField('consent_source', `Say in 1 to ${maxLength.title} characters how these people consented`);
  const { addresses, problems } = readSubscriberFile(csv, source);
  const readers = addresses.filter(({ status }) => status === 'reader' || status === 'pending');
  const countOf = (left: LeftStatus) => addresses.filter(({ status }) => status === left).length;
  const left = {
    unsubscribed: countOf('unsubscribed'),
    bounced: countOf('bounced'),
    complained: countOf('complained'),
  };
  const { added, confirmationsLeft } = await dataSource.transaction(async (manager) => {
    const rows = addresses.map(({ status, line: _line, source: consent, ...address }) => ({
      id: newId(),
      ...address,
      consent,
      ...outboxRow(),
      // Nobody vouches for an address that never confirmed elsewhere.
      state: status === 'reader' ? (confirm ? 'pending' : 'confirmed') : status,
    }));
    const [{ count, pending }] = await manager.query<[{ count: number; pending: number }]>(
      `WITH given AS (
         SELECT * FROM jsonb_to_recordset($1) AS given (id uuid, email text, consent text, state text, frequency text,
           "signedUpAt" timestamptz, "confirmedAt" timestamptz, ${outboxColumns})),
       added AS (
         INSERT INTO newsletter_subscribers (id, email, consent_source, state, frequency, signed_up_at, confirmed_at, unsubscribed_at)
         SELECT id, email, consent, state, frequency,
           -- Else the address would be deleted with those that never confirmed.
           CASE WHEN state = 'pending' THEN now() ELSE least("signedUpAt", now()) END,
           CASE WHEN state = 'confirmed' THEN least("confirmedAt", now()) END,
           CASE WHEN state IN ('unsubscribed', 'complained') THEN now() END
         FROM given ORDER BY lower(email)
         ON CONFLICT (lower(email)) DO NOTHING RETURNING id AS subscriber_id, state),
       queued AS (${outboxInsert({
         queue: 'mail',
         name: sendConfirmationJob,
         payload: `jsonb_build_object('subscriberId', subscriber_id)`,
         from: `added JOIN given ON given.id = subscriber_id AND added.state = 'pending'`,
       })})
       SELECT count(*) FILTER (WHERE state IN ('pending', 'confirmed'))::integer AS count,
         count(*) FILTER (WHERE state = 'pending')::integer AS pending
       FROM added`,
      [JSON.stringify(rows)],
    );
    const leftCount = addresses.length - readers.length;
    const detail = `${count} of ${readers.length}${leftCount > 0 ? `, ${leftCount} left out by their status` : ''}`;
    // Without the source, which may contain an address.
    await audit(manager, caller, 'subscribers.import', newId(), '', detail);
    if (!confirm) return { added: count, confirmationsLeft: undefined };
    const budget = confirmationsPerDay ?? importedConfirmationsPerDay;
    // Last, because sending confirmations waits for the day's row.
    return { added: count, confirmationsLeft: await spendImportedConfirmations(manager, pending, budget) };
  });
  const suppressedHere = await suppressedOnes(dataSource, readers);
  const all = [...problems, ...suppressedHere].sort((one, other) => one.line - other.line);
  const existingCount = readers.length - added - suppressedHere.length;
  return {
    added,
    existing: existingCount,
    problems: all.slice(0, maxProblems),
    problemCount: all.length,
    confirmationsLeft,
    ...left,
  };
}

async function suppressedOnes(dataSource: DataSource, addresses: ImportedAddress[]): Promise<ImportProblem[]> {
  const found = await dataSource.query<{ email: string; state: SubscriberState }[]>(
    `SELECT lower(email) AS email, state FROM newsletter_subscribers
     WHERE lower(email) = ANY($1) AND state = ANY($2)`,
    [addresses.map(({ email }) => email), Object.keys(suppressed)],
  );
  const states = new Map(found.map(({ email, state }) => [email, state]));
  return addresses.flatMap(({ email, line }) => {
    const message = suppressed[states.get(email) ?? 'confirmed'];
    return message ? { line, message } : [];
  });
}
