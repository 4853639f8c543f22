/**
 * The ledger of campaigns, `campaign_deliveries`: one row per subscriber, so that each gets a campaign only once.
 * States: queued, sending (reserved; if the process dies, this one mail's status is unknown), sent, failed (given up),
 * skipped (unsubscribed).
 *
 * A reader's row is reserved before the end of the mail is sent, and updated when the server has accepted it; only then
 * is the next row reserved. Only one process delivers at a time, which keeps the total rate within its limit and leaves
 * at most one mail of unknown status.
 */
import { Lease } from '@site/platform/data/lease';
import { addToOutbox, markProcessed } from '@site/platform/jobs/outbox';
import type { DataSource, EntityManager } from 'typeorm';
import type { Campaign } from './campaign.entity.js';

/** Delivers part of a campaign, payload `{ campaignId }`, and adds the job for the next part. */
export const deliverCampaignJob = 'deliver-campaign';

/** Adds the job with low priority: what concerns posts and holds goes first. */
export const addDeliverCampaignJob = (manager: EntityManager, campaignId: string): Promise<string> =>
  addToOutbox(manager, { queue: 'newsletter', name: deliverCampaignJob, payload: { campaignId }, priority: 10 });

/** Longer than sending one mail may take, so that only dead processes lose it. */
const leaseSeconds = 75;
const lease = new Lease({ holder: 'leased_by', until: 'leased_until' }, leaseSeconds);

export type CampaignToDeliver = Pick<Campaign, 'id' | 'frequency' | 'title' | 'stories' | 'texts'>;

const isToBeSent = `state IN ('queued', 'sending')`;

/** Takes the lease to deliver; "busy" while another process delivers this or any other campaign. */
export async function takeLease(
  dataSource: DataSource,
  campaignId: string,
  token: string,
): Promise<CampaignToDeliver | 'busy' | 'over'> {
  return dataSource.transaction(async (manager) => {
    // Otherwise concurrent processes could both find no active lease.
    await manager.query(`SELECT pg_advisory_xact_lock(hashtextextended('campaigns.lease', 0))`);
    const [[taken]] = await manager.query<[CampaignToDeliver[], number]>(
      `UPDATE campaigns SET state = 'sending', started_at = coalesce(started_at, now()), ${lease.take('$2')}
       WHERE id = $1 AND ${isToBeSent} AND NOT EXISTS (SELECT FROM campaigns AS any_of WHERE NOT ${lease.isFree('any_of')})
       RETURNING id, frequency, title, stories, texts`,
      [campaignId, token],
    );
    if (taken) return taken;
    const open = await manager.query<unknown[]>(`SELECT FROM campaigns WHERE id = $1 AND ${isToBeSent}`, [campaignId]);
    return open.length > 0 ? 'busy' : 'over';
  });
}

/**
 * Returns an SQL condition on `newsletter_subscribers AS reader`: recipients of campaigns of this frequency. The
 * dashboard's counts use it too.
 */
export const isReaderOf = (frequency: string) => `reader.state = 'confirmed' AND reader.frequency = ${frequency}`;

const listedAtOnce = 2_000;

/**
 * Adds ledger rows for everyone who was a subscriber when the campaign was queued. Continues an earlier attempt.
 * @returns false when the lease was lost
 */
export async function listReaders(dataSource: DataSource, campaignId: string, token: string): Promise<boolean> {
  for (;;) {
    const [[campaign]] = await dataSource.query<[{ listed: boolean }[], number]>(
      `WITH campaign AS (SELECT * FROM campaigns WHERE id = $1 AND ${lease.isOwnedBy('$2')}),
       batch AS (
         SELECT reader.id FROM newsletter_subscribers AS reader, campaign
         WHERE ${isReaderOf('campaign.frequency')} AND NOT campaign.listed
           AND reader.confirmed_at <= coalesce(campaign.queued_at, campaign.created_at)
           AND reader.id > coalesce(campaign.listed_until, '00000000-0000-0000-0000-000000000000')
         ORDER BY reader.id LIMIT ${listedAtOnce}),
       written AS (
         INSERT INTO campaign_deliveries (campaign_id, subscriber_id) SELECT $1, id FROM batch ON CONFLICT DO NOTHING)
       UPDATE campaigns SET ${lease.renew},
         listed_until = coalesce((SELECT id FROM batch ORDER BY id DESC LIMIT 1), listed_until),
         listed = listed OR (SELECT count(*) FROM batch) < ${listedAtOnce}
       WHERE id = $1 AND ${lease.isOwnedBy('$2')} RETURNING listed`,
      [campaignId, token],
    );
    if (!campaign) return false;
    if (campaign.listed) break;
  }
  await skipThoseWhoLeft(dataSource, campaignId);
  await countDeliveries(dataSource, campaignId);
  return true;
}

/** Skips readers who unsubscribed, bounced or complained after the campaign was queued. */
const skipThoseWhoLeft = (dataSource: DataSource, campaignId: string) =>
  dataSource.query(
    `UPDATE campaign_deliveries AS delivery SET state = 'skipped'
     WHERE campaign_id = $1 AND state IN ('queued', 'sending') AND NOT EXISTS (
       SELECT FROM newsletter_subscribers AS reader
       WHERE reader.id = delivery.subscriber_id AND reader.state = 'confirmed')`,
    [campaignId],
  );

const countDeliveries = (database: Pick<EntityManager, 'query'>, campaignId: string) =>
  database.query(
    `UPDATE campaigns SET recipients = counted.recipients, sent = counted.sent, failed = counted.failed,
       skipped = counted.skipped, maybe_repeated = counted.maybe_repeated
     FROM (
       SELECT count(*)::integer AS recipients,
         count(*) FILTER (WHERE state = 'sent')::integer AS sent,
         count(*) FILTER (WHERE state = 'failed')::integer AS failed,
         count(*) FILTER (WHERE state = 'skipped')::integer AS skipped,
         coalesce(sum(maybe_repeated), 0)::integer AS maybe_repeated
       FROM campaign_deliveries WHERE campaign_id = $1) AS counted
     WHERE id = $1`,
    [campaignId],
  );

export interface Ended {
  subscriberId: string;
  /** "sending": may have been sent; the next attempt counts as a possible duplicate. */
  state: 'sent' | 'failed' | 'queued' | 'sending';
  /** Attempts so far that reached the mail server. */
  tries: number;
  tokenHash: string;
  reason?: string;
  waitSeconds?: number;
}

export interface Reader {
  subscriberId: string;
  email: string;
}

const readersAtOnce = 200;

/**
 * Renews the lease and lists the next readers, except those in hand. Doesn't mark them: the lease reserves them. When
 * it returns, all earlier writes survive a database crash.
 */
export async function nextReaders(
  session: Pick<EntityManager, 'query'>,
  { campaignId, lease: token, inHand }: { campaignId: string; lease: string; inHand: readonly string[] },
): Promise<Reader[]> {
  return session.query<Reader[]>(
    `WITH lease AS (UPDATE campaigns SET ${lease.renew} WHERE id = $1 AND ${lease.isOwnedBy('$2')})
     SELECT delivery.subscriber_id AS "subscriberId", reader.email FROM campaign_deliveries AS delivery
     JOIN newsletter_subscribers AS reader ON reader.id = delivery.subscriber_id AND reader.state = 'confirmed'
     WHERE delivery.campaign_id = $1 AND delivery.state IN ('queued', 'sending') AND delivery.due_at <= now()
       AND NOT delivery.subscriber_id = ANY($3::uuid[])
     ORDER BY delivery.due_at, delivery.subscriber_id LIMIT ${readersAtOnce}`,
    [campaignId, token, inHand],
  );
}

/** Not with every mail, but long before the lease ends. */
const renewAfterSeconds = 10;

export interface Reservation {
  campaignId: string;
  lease: string;
  /** Of the previous mail. */
  ended: Ended | undefined;
  subscriberId: string;
  tokenHash: string;
  /**
   * Commits without waiting for the disk. The write is visible immediately and survives this process, but a database
   * crash within the next second loses it: then it is repeated (`rewriteResults`).
   */
  quickly: boolean;
}

/**
 * Records the previous result and reserves the next reader's row in one round trip.
 * @returns the number of this attempt; "left" when the reader is no longer subscribed; "held" when the campaign was
 *   paused; "lost" when another process has the lease (the previous result is still recorded)
 */
export async function reserve(
  session: Pick<EntityManager, 'query'>,
  { campaignId, lease: token, ended, subscriberId, tokenHash, quickly }: Reservation,
): Promise<{ tries: number } | 'left' | 'held' | 'lost'> {
  const [row] = await session.query<[{ leased: boolean; held: boolean; tries: number | null }]>(
    `WITH fresh AS (
       SELECT id FROM campaigns
       WHERE id = $1 AND ${lease.isOwnedBy('$2')} AND state = 'sending'
         AND leased_until > now() + make_interval(secs => ${leaseSeconds - renewAfterSeconds})),
     renewed AS (
       UPDATE campaigns SET ${lease.renew}
       WHERE id = $1 AND ${lease.isOwnedBy('$2')} AND state = 'sending' AND NOT EXISTS (SELECT FROM fresh) RETURNING id),
     lease AS (SELECT id FROM fresh UNION ALL SELECT id FROM renewed),
     ended AS (
       UPDATE campaign_deliveries SET state = $4, reason = $5, due_at = now() + make_interval(secs => $6), tries = $7
       WHERE campaign_id = $1 AND subscriber_id = $3::uuid AND state = 'sending'),
     reserved AS (
       UPDATE campaign_deliveries AS delivery SET state = 'sending', tries = delivery.tries + 1,
         maybe_repeated = delivery.maybe_repeated + CASE delivery.state WHEN 'sending' THEN 1 ELSE 0 END
       FROM newsletter_subscribers AS reader
       WHERE delivery.campaign_id = $1 AND delivery.subscriber_id = $8 AND delivery.state IN ('queued', 'sending')
         AND reader.id = delivery.subscriber_id AND reader.state = 'confirmed' AND EXISTS (SELECT FROM lease)
       RETURNING delivery.subscriber_id, delivery.tries),
     token AS (INSERT INTO newsletter_tokens (hash, subscriber_id) SELECT $9, subscriber_id FROM reserved)
     SELECT EXISTS (SELECT FROM lease) AS leased, (SELECT tries FROM reserved) AS tries,
       EXISTS (SELECT FROM campaigns WHERE id = $1 AND ${lease.isOwnedBy('$2')} AND state <> 'sending') AS held,
       -- For the transaction of this statement only.
       set_config('synchronous_commit', coalesce($10, current_setting('synchronous_commit')), true)`,
    [campaignId, token, ...endValues(ended), subscriberId, tokenHash, quickly ? 'off' : null],
  );
  if (!row.leased) return row.held ? 'held' : 'lost';
  return row.tries === null ? 'left' : { tries: row.tries };
}

const endValues = (ended: Ended | undefined) => [
  ended?.subscriberId ?? null,
  ended?.state ?? 'queued',
  ended?.reason ?? '',
  ended?.waitSeconds ?? 0,
  ended?.tries ?? 0,
];

/** Records results, even if the database has lost their reservations. */
export async function rewriteResults(
  database: Pick<EntityManager, 'query'>,
  campaignId: string,
  ends: readonly Ended[],
): Promise<void> {
  const last = new Map(ends.map((ended) => [ended.subscriberId, ended]));
  const rows = ends.map((ended) => ({
    reason: '',
    waitSeconds: 0,
    ...ended,
    isLast: last.get(ended.subscriberId) === ended,
  }));
  await database.query(
    `WITH ended AS (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS ended("subscriberId" uuid, state text, tries smallint, reason text,
         "waitSeconds" double precision, "tokenHash" text, "isLast" boolean)),
     token AS (
       INSERT INTO newsletter_tokens (hash, subscriber_id)
       SELECT "tokenHash", id FROM ended JOIN newsletter_subscribers ON id = "subscriberId" ON CONFLICT DO NOTHING)
     UPDATE campaign_deliveries AS delivery SET state = ended.state, reason = ended.reason, tries = ended.tries,
       due_at = now() + make_interval(secs => "waitSeconds")
     FROM ended WHERE campaign_id = $1 AND subscriber_id = "subscriberId" AND "isLast"
       AND delivery.state IN ('queued', 'sending')
       AND (delivery.state, delivery.tries) IS DISTINCT FROM (ended.state, ended.tries)`,
    [campaignId, JSON.stringify(rows)],
  );
}

export type AfterBatch = 'over' | 'more' | 'lost' | { waitMs: number };

/**
 * Records the last results, releases the lease, and checks what is left: nothing (the campaign is sent), readers who
 * are due now (adds another job), or only later ones. A paused or canceled campaign stays unchanged.
 */
export async function endBatch(
  dataSource: DataSource,
  {
    campaignId,
    outboxId,
    lease: token,
    ends,
  }: { campaignId: string; outboxId: string; lease: string; ends: readonly Ended[] },
): Promise<AfterBatch> {
  return dataSource.transaction(async (manager) => {
    await rewriteResults(manager, campaignId, ends);
    const [[campaign]] = await manager.query<[{ state: string }[], number]>(
      `UPDATE campaigns SET leased_by = NULL, ${lease.release} WHERE id = $1 AND ${lease.isOwnedBy('$2')} RETURNING state`,
      [campaignId, token],
    );
    if (!campaign) return 'lost';
    const [left] = await manager.query<{ wait_ms: number }[]>(
      `SELECT (extract(epoch FROM due_at - now()) * 1000)::integer AS wait_ms FROM campaign_deliveries
       WHERE campaign_id = $1 AND state IN ('queued', 'sending') ORDER BY due_at LIMIT 1`,
      [campaignId],
    );
    await countDeliveries(manager, campaignId);
    if (campaign.state !== 'sending') {
      await markProcessed(manager, outboxId);
      return 'over';
    }
    if (left && left.wait_ms > 0) return { waitMs: left.wait_ms };
    if (left) await addDeliverCampaignJob(manager, campaignId);
    else await manager.query(`UPDATE campaigns SET state = 'sent', finished_at = now() WHERE id = $1`, [campaignId]);
    await markProcessed(manager, outboxId);
    return left ? 'more' : 'over';
  });
}
