/** Schedules, pauses and cancels campaigns. The worker polls their state. */
import { audit } from '@site/platform/data/audit';
import { isId } from '@site/platform/base/ids';
import { FailedRows } from '@site/platform/jobs/work-loop';
import { conflict, invalidField, notFound, type Caller } from '@site/proto/grpc';
import type { CampaignState } from '@site/proto/submissions/v1/newsletter.schema';
import type { DataSource, EntityManager } from 'typeorm';
import { addDeliverCampaignJob } from './campaign-ledger.js';
import { Campaign } from './campaign.entity.js';

const maxScheduleAheadMs = 366 * 86_400_000;

/** @throws INVALID_ARGUMENT for invalid times, times in the past or more than a year ahead */
export function readScheduledAt(text: string): Date {
  const at = new Date(text);
  const ahead = at.getTime() - Date.now();
  if (Number.isNaN(ahead)) throw badTime('send_at must be a date and time');
  if (ahead <= 0) throw badTime('This time is past. Choose a later one');
  if (ahead > maxScheduleAheadMs) throw badTime('Choose a time within a year');
  return at;
}

const badTime = (message: string) => invalidField('send_at', message);

/** A user's action on a campaign. */
interface Order {
  /** In the audit log. */
  action: string;
  from: readonly CampaignState[];
  /** States in which it has no effect. */
  done?: readonly CampaignState[];
  /** Error in any other state. */
  refusal: string;
  /** SQL assignments for the campaign `$1`. */
  values: string;
  parameters?: unknown[];
  then?: (manager: EntityManager, id: string) => Promise<unknown>;
}

async function order(
  dataSource: DataSource,
  id: string,
  caller: Caller,
  { action, from, done = [], refusal, values, parameters = [], then }: Order,
): Promise<Campaign> {
  return dataSource.transaction(async (manager) => {
    const campaign = isId(id)
      ? await manager.findOne(Campaign, { where: { id }, lock: { mode: 'pessimistic_write' } })
      : null;
    if (!campaign) throw notFound('There is no such campaign.');
    if (done.includes(campaign.state)) return campaign;
    if (!from.includes(campaign.state)) throw conflict(refusal);
    await manager.query(`UPDATE campaigns SET ${values} WHERE id = $1`, [id, ...parameters]);
    await then?.(manager, id);
    await audit(manager, caller, action, id, campaign.title);
    return manager.findOneByOrFail(Campaign, { id });
  });
}

/** @throws NOT_FOUND, INVALID_ARGUMENT, ABORTED */
export const reschedule = (dataSource: DataSource, id: string, time: string, caller: Caller): Promise<Campaign> =>
  order(dataSource, id, caller, {
    action: 'campaign.reschedule',
    from: ['planned'],
    refusal: 'This campaign is no longer planned.',
    values: 'scheduled_at = $2',
    parameters: [readScheduledAt(time)],
  });

/** @throws NOT_FOUND, ABORTED */
export const cancel = (dataSource: DataSource, id: string, caller: Caller): Promise<Campaign> =>
  order(dataSource, id, caller, {
    action: 'campaign.cancel',
    from: ['planned', 'paused', 'held'],
    done: ['cancelled'],
    refusal: 'This campaign is already being sent. Pause it first.',
    values: `state = 'cancelled'`,
  });

/** Makes the next `reserve` return "held". @throws NOT_FOUND, ABORTED */
export const pauseCampaign = (dataSource: DataSource, id: string, caller: Caller): Promise<Campaign> =>
  order(dataSource, id, caller, {
    action: 'campaign.pause',
    from: ['queued', 'sending'],
    done: ['paused'],
    refusal: 'This campaign is not being sent.',
    values: `state = 'paused'`,
  });

/** Resumes delivery to the readers who haven't received it. @throws NOT_FOUND, ABORTED */
export const resumeCampaign = (dataSource: DataSource, id: string, caller: Caller): Promise<Campaign> =>
  order(dataSource, id, caller, {
    action: 'campaign.resume',
    from: ['paused'],
    done: ['queued', 'sending'],
    refusal: 'This campaign is not paused.',
    // A process that hasn't noticed the pause just continues.
    // A campaign whose time passed on hold goes to the subscribers of now.
    values: `state = CASE WHEN started_at IS NULL THEN 'queued' ELSE 'sending' END, hold_reason = '',
      queued_at = CASE WHEN scheduled_at IS NULL THEN queued_at ELSE coalesce(queued_at, now()) END`,
    then: addDeliverCampaignJob,
  });

/** Queues all due campaigns, however late; returns how many. Safe to run concurrently. */
export async function startDueCampaigns(dataSource: DataSource, rows = new FailedRows('campaigns')): Promise<number> {
  return dataSource.transaction(async (manager) => {
    const due = await manager.query<{ id: string }[]>(
      `SELECT id FROM campaigns WHERE state = 'planned' AND scheduled_at <= now() AND id::text <> ALL($1)
       ORDER BY scheduled_at LIMIT 50 FOR UPDATE SKIP LOCKED`,
      [rows.waiting],
    );
    let started = 0;
    for (const { id } of due) {
      const { failed } = await rows.attempt(id, () =>
        manager.transaction(async (inner) => {
          await inner.query(`UPDATE campaigns SET state = 'queued', queued_at = now() WHERE id = $1`, [id]);
          await addDeliverCampaignJob(inner, id);
        }),
      );
      if (!failed) started += 1;
    }
    return started;
  });
}
