/**
 * Rate limits sign-up messages. Mails and texts reach strangers, and texts cost money, so both are limited by address,
 * client, network and day. A limit delays messages and never refuses them, because one carrier address may be thousands
 * of phones. Pushes only reach the browser that subscribed and have no limit here.
 */
import { metrics } from '@site/platform/base/metrics';
import { Counter } from 'prom-client';
import type { EntityManager } from 'typeorm';

export type LimitedKind = 'mail' | 'sms';

/** Messages per UTC day. */
export interface DailyBudget {
  site: number;
  /** Per network; each confirmed channel of the network adds `perConfirmed`. */
  network: number;
}
export type ConfirmationBudgets = Readonly<Record<LimitedKind, DailyBudget>>;

/** Real sign-ups are mostly confirmed, so their network doesn't run out; an attacker can't confirm for a victim. */
export const perConfirmed = 3;

/** A client's burst, then one message per `intervalSeconds`. */
const clientPace: Readonly<Record<LimitedKind, { atOnce: number; intervalSeconds: number }>> = {
  mail: { atOnce: 20, intervalSeconds: 30 },
  sms: { atOnce: 5, intervalSeconds: 120 },
};

/** An address gets messages after one hour, two, four … and then daily, until a week passes without a sign-up. */
const nextRequestAtSql = `last_requested_at + interval '1 hour' * least(24, power(2, least(requests, 6) - 1))`;
export const confirmationRetentionDays = 7;

const today = `(now() AT TIME ZONE 'UTC')::date`;

const delayed = new Counter({
  name: 'confirmations_delayed_total',
  help: 'Delays of sign-up messages by a limit, by channel and by what the limit counts',
  labelNames: ['kind', 'scope'],
  registers: [metrics],
});

interface Question {
  channelId: string;
  kind: LimitedKind;
  addressHash: Buffer;
  network: string;
  client: string;
}

interface Count {
  scope: string;
  sent: number;
  confirmed: number;
  /** Since the scope's last message. */
  idleSeconds: number | null;
}

/** In lock order. */
const scopesOf = ({ network, client }: Pick<Question, 'network' | 'client'>) => [
  'all',
  `client ${client}`,
  `network ${network}`,
];

/** Returns the scope whose limit is reached, the widest first; undefined if a message may go out. */
export function usedUp(
  counts: readonly Count[],
  kind: LimitedKind,
  budgets: ConfirmationBudgets,
): 'site' | 'network' | 'client' | undefined {
  const of = (prefix: string) => counts.find(({ scope }) => scope.startsWith(prefix));
  const isOver = (count: Count | undefined, budget: number, extra: number) =>
    count !== undefined && count.sent >= budget + extra * count.confirmed;
  if (isOver(of('all'), budgets[kind].site, 0)) return 'site';
  if (isOver(of('network '), budgets[kind].network, perConfirmed)) return 'network';
  const client = of('client ');
  const { atOnce, intervalSeconds } = clientPace[kind];
  const isPaced = isOver(client, atOnce, perConfirmed) && (client?.idleSeconds ?? intervalSeconds) < intervalSeconds;
  return isPaced ? 'client' : undefined;
}

/**
 * Counts the messages that may go out and delays the others. Retries aren't checked again. The caller has locked the
 * rows.
 */
export async function admit(
  manager: EntityManager,
  budgets: ConfirmationBudgets,
  channelIds: readonly string[],
): Promise<void> {
  await manager.query(
    `UPDATE confirmations SET due_at = CASE
         WHEN stopped_at IS NOT NULL THEN NULL
         -- The first message is still in the inbox.
         WHEN last_sent_at IS NOT NULL THEN NULL
         ELSE ${nextRequestAtSql} END
     FROM channels JOIN requested_addresses USING (address_hash)
     WHERE channel_id = ANY($1) AND channels.id = channel_id AND kind IN ('mail', 'sms') AND due_at <= now()
       AND (stopped_at IS NOT NULL OR (tries = 0 AND ${nextRequestAtSql} > now()))`,
    [channelIds],
  );
  const questions = await manager.query<Question[]>(
    `SELECT channel_id AS "channelId", kind, address_hash AS "addressHash", network,
       coalesce(nullif(client, ''), network) AS client
     FROM confirmations JOIN channels ON channels.id = channel_id
     WHERE channel_id = ANY($1) AND kind IN ('mail', 'sms') AND due_at <= now() AND tries = 0 ORDER BY kind, due_at`,
    [channelIds],
  );
  // By kind: relays that lock counts in different orders would deadlock.
  for (const question of questions) {
    const scope = usedUp(await lockCounts(manager, question), question.kind, budgets);
    if (scope) await delay(manager, question, scope);
    else await count(manager, question);
  }
}

async function lockCounts(manager: EntityManager, question: Question): Promise<Count[]> {
  const values = [question.kind, scopesOf(question)];
  await manager.query(
    `INSERT INTO confirmation_counts (day, kind, scope) SELECT ${today}, $1, unnest($2::text[]) ON CONFLICT DO NOTHING`,
    values,
  );
  return manager.query<Count[]>(
    `SELECT scope, sent, confirmed, extract(epoch FROM now() - last_sent_at)::float8 AS "idleSeconds"
     FROM confirmation_counts WHERE day = ${today} AND kind = $1 AND scope = ANY($2) ORDER BY scope FOR UPDATE`,
    values,
  );
}

/** Delays by about as long as the sign-up has waited, so that thousands cause few checks. */
async function delay(manager: EntityManager, { kind, channelId }: Question, scope: string): Promise<void> {
  delayed.inc({ kind, scope });
  await manager.query(
    `UPDATE confirmations SET
       due_at = now() + greatest(make_interval(secs => $2), (now() - requested_at) * (0.5 + random() / 2))
     WHERE channel_id = $1`,
    [channelId, clientPace[kind].intervalSeconds],
  );
}

async function count(manager: EntityManager, question: Question): Promise<void> {
  await manager.query(
    `UPDATE confirmation_counts SET sent = sent + 1, last_sent_at = now()
     WHERE day = ${today} AND kind = $1 AND scope = ANY($2)`,
    [question.kind, scopesOf(question)],
  );
  await manager.query(
    `INSERT INTO requested_addresses AS known (address_hash, requests, last_requested_at) VALUES ($1, 1, now())
     ON CONFLICT (address_hash) DO UPDATE SET requests = least(known.requests + 1, 100), last_requested_at = now()`,
    [question.addressHash],
  );
}

/** Allows its client and network more sign-ups. */
export async function countConfirmed(
  manager: EntityManager,
  { kind, network, client }: { kind: string; network: string; client: string },
): Promise<void> {
  const [, ...scopes] = scopesOf({ network, client: client || network });
  await manager.query(
    `UPDATE confirmation_counts SET confirmed = confirmed + 1 WHERE ctid IN (
       SELECT ctid FROM confirmation_counts WHERE day = ${today} AND kind = $1 AND scope = ANY($2)
       ORDER BY scope FOR UPDATE)`,
    [kind, scopes],
  );
}

/**
 * Records a STOP: no text goes to the phone before START, even after a sign-up.
 * @returns whether texts were allowed until now
 */
export async function stopSms(manager: EntityManager, addressHash: Buffer): Promise<boolean> {
  const stopped = await manager.query<unknown[]>(
    `INSERT INTO requested_addresses AS known (address_hash, stopped_at) VALUES ($1, now())
     ON CONFLICT (address_hash) DO UPDATE SET stopped_at = now() WHERE known.stopped_at IS NULL RETURNING address_hash`,
    [addressHash],
  );
  return stopped.length > 0;
}

/** Ends a STOP, after the owner of the phone sent START. */
export const allowSms = (manager: EntityManager, addressHash: Buffer): Promise<unknown> =>
  manager.query('UPDATE requested_addresses SET stopped_at = NULL WHERE address_hash = $1', [addressHash]);

/** Returns whether the phone's owner sent STOP and no START since. */
export async function hasStopped(manager: EntityManager, addressHash: Buffer): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    'SELECT FROM requested_addresses WHERE address_hash = $1 AND stopped_at IS NOT NULL',
    [addressHash],
  );
  return rows.length > 0;
}
