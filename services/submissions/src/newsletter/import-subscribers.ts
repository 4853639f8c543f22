import { newId } from '@site/platform/base/ids';
import { audit } from '@site/platform/data/audit';
import { outboxColumns, outboxInsert, outboxRow } from '@site/platform/jobs/outbox';
import { canonicalLine } from '@site/domain/canonical-text';
import { maxLength } from '@site/proto/fields';
import type {
  ImportSubscribersRequest,
  ImportSubscribersResponse,
} from '@site/proto/gen/nest/submissions/v1/newsletter';
import { invalidField, type Caller } from '@site/proto/grpc';
import type { SubscriberState } from '@site/proto/submissions/v1/newsletter.schema';
import type { DataSource } from 'typeorm';
import { type ImportedAddress, type Problem, readSubscriberFile } from './subscriber-file.js';
import { sendConfirmationJob } from './subscription-mails.js';

const shownProblems = 500;

/** Addresses in these states must not get mail again because of a file. */
const suppressed: Partial<Record<SubscriberState, string>> = {
  unsubscribed: 'This address unsubscribed. Only its owner can sign up again.',
  bounced: 'Mail to this address couldn’t be delivered.',
  complained: 'Mail to this address was reported as spam, so it never gets any again.',
};

/** Adds the unknown addresses; with `confirm`, each gets a confirmation mail first. @throws INVALID_ARGUMENT */
export async function importSubscribers(
  dataSource: DataSource,
  { csv, consentSource, confirm }: ImportSubscribersRequest,
  caller: Caller,
): Promise<ImportSubscribersResponse> {
  const source = canonicalLine(consentSource);
  if (!source || [...source].length > maxLength.title)
    throw invalidField('consent_source', `Say in 1 to ${maxLength.title} characters how these people consented`);
  const { addresses, problems } = readSubscriberFile(csv, source);
  const added = await dataSource.transaction(async (manager) => {
    const rows = addresses.map(({ email, source: consent }) => ({ id: newId(), email, consent, ...outboxRow() }));
    const [{ count }] = await manager.query<[{ count: number }]>(
      `WITH given AS (SELECT * FROM jsonb_to_recordset($1) AS given (id uuid, email text, consent text, ${outboxColumns})),
       added AS (
         INSERT INTO newsletter_subscribers (id, email, consent_source, state, confirmed_at)
         SELECT id, email, consent, $2::text, CASE WHEN $2::text = 'confirmed' THEN now() END FROM given ORDER BY lower(email)
         ON CONFLICT (lower(email)) DO NOTHING RETURNING id AS subscriber_id),
       queued AS (${outboxInsert({
         queue: 'newsletter',
         name: sendConfirmationJob,
         payload: `jsonb_build_object('subscriberId', subscriber_id)`,
         from: `added JOIN given ON given.id = subscriber_id AND $2::text = 'pending'`,
       })})
       SELECT count(*)::integer AS count FROM added`,
      [JSON.stringify(rows), confirm ? 'pending' : 'confirmed'],
    );
    await audit(manager, caller, 'subscribers.import', newId(), source, `${count} of ${addresses.length}`);
    return count;
  });
  const left = await suppressedOnes(dataSource, addresses);
  const all = [...problems, ...left].sort((one, other) => one.line - other.line);
  const known = addresses.length - added - left.length;
  return { added, known, problems: all.slice(0, shownProblems), problemCount: all.length };
}

async function suppressedOnes(dataSource: DataSource, addresses: ImportedAddress[]): Promise<Problem[]> {
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
