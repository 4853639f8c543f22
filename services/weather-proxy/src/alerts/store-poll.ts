/**
 * Stores a poll: its events in the log that notifications are sent from, and its list for pages. Each has a savepoint,
 * and so has every event and, after a failure, every alert: none can fail the others.
 */
import { createHash } from 'node:crypto';
import { announce } from '@site/platform/data/changes';
import { isRowFailure, type FailedRows } from '@site/platform/jobs/work-loop';
import type { Logger } from '@site/platform/base/injection-tokens';
import type { DataSource, EntityManager } from 'typeorm';
import { ensureListRow, lockList, readList, savePoll, type AlertListState, type PollResult } from './alert-list.js';
import type { ActiveAlert, SetAsideAlert } from './messages/active-alert.js';
import { cleanText } from '../readings/source-values.js';
import { inForceWithoutDatabase, recordPoll, type RecordedAgainst, type Seen } from './record-poll.js';

export interface PollToStore extends Pick<PollResult, 'holder' | 'source'> {
  /** Absent after a failed poll. */
  seen: Seen | undefined;
  /** This replica's list when it polled. */
  before: AlertListState;
  /** Milliseconds since 1970 UTC, by the upstream clock. */
  at: number;
  rows: FailedRows;
  logger: Logger;
}

export interface StoredPoll {
  list: AlertListState | undefined;
  /** False if the row rejects even a list without the alerts that can't be stored. */
  isListSaved: boolean;
}

/**
 * Returns undefined when another replica leads.
 * @throws Error when the database is away
 */
export const storePoll = (dataSource: DataSource, poll: PollToStore): Promise<StoredPoll | undefined> =>
  dataSource.transaction(async (manager) => {
    const { seen, before, rows } = poll;
    await ensureListRow(manager);
    const lockedList = await lockList(manager, poll.holder);
    if (!lockedList) return undefined;
    const { alerts, failures } = await recordEvents(manager, poll, {
      current: lockedList,
      known: before.alerts,
      at: poll.at,
      rows,
    });
    // The row may change without the upstream, and vice versa.
    const isChanged =
      seen !== undefined &&
      (lockedList.listVersion !== before.listVersion || listDigest(alerts) !== listDigest(before.alerts));
    const isRecorded = failures.length === 0;
    const setAside = [...(seen?.read?.setAside ?? []), ...failures].slice(0, maxSetAside).map(cleaned);
    const result: PollResult = {
      holder: poll.holder,
      source: poll.source,
      succeeded: seen?.isComplete ?? false,
      ...(isChanged && { alerts }),
      // Without validators, the next poll retries events that couldn't be recorded.
      ...(seen && { validators: isRecorded ? seen.validators : {}, setAside, isRecorded }),
      ...(seen?.upstreamNow !== undefined && { upstreamNow: seen.upstreamNow }),
    };
    const isListSaved = await saveList(manager, result, poll.logger);
    const list = await readList(manager);
    if (isChanged || before.version <= 0 || isNews(before, list)) await announce(manager, 'alerts');
    return { list, isListSaved };
  });

/** Of thousands that fail for one reason, these suffice. */
const maxSetAside = 100;

const cleaned = ({ name, reason }: SetAsideAlert): SetAsideAlert => ({
  name: cleanText(name),
  reason: cleanText(reason),
});

/** Whether the responses change though the alerts don't. */
function isNews(before: AlertListState, list: AlertListState | undefined): boolean {
  if (!list) return true;
  const isStuck = (each: AlertListState) => each.eventsStuckSince !== undefined;
  if (isStuck(before) !== isStuck(list) || JSON.stringify(before.setAside) !== JSON.stringify(list.setAside))
    return true;
  // After a second failure no other replica recovered in time.
  return list.failures === 0 ? before.failures > 0 : before.failures < 2;
}

async function recordEvents(
  manager: EntityManager,
  { seen, before, rows, logger }: PollToStore,
  against: RecordedAgainst,
): Promise<{ alerts: ActiveAlert[]; failures: SetAsideAlert[] }> {
  if (!seen) return { alerts: before.alerts, failures: [] };
  try {
    const alerts = await manager.transaction((inner) => recordPoll(inner, seen, against));
    const failures = rows.failures.map(({ key, reason }) => ({ name: key, reason: `couldn't be recorded: ${reason}` }));
    return { alerts, failures };
  } catch (error) {
    logger.error({ err: error }, 'the events of the alert list could not be recorded');
    const { message } = error as Error;
    return {
      alerts: seen.read ? inForceWithoutDatabase(seen.read, before.alerts) : before.alerts,
      failures: [{ name: 'all alerts', reason: `couldn't be recorded: ${message}` }],
    };
  }
}

/** Saves the list, if need be without the alerts that can't be stored, or at least that the poll failed. */
async function saveList(manager: EntityManager, result: PollResult, logger: Logger): Promise<boolean> {
  const attempt = async (attempted: PollResult) => {
    try {
      await manager.transaction((inner) => savePoll(inner, attempted));
      return undefined;
    } catch (error) {
      if (!isRowFailure(error)) throw error;
      return error as Error;
    }
  };
  const error = await attempt(result);
  if (!error) return true;
  const { storable, unstorable } = await separate(manager, result.alerts ?? []);
  logger.error({ err: error, unstorable }, 'the alert list could not be saved as a whole');
  const setAside = [...(result.setAside ?? []), ...unstorable];
  const reduced = { ...result, alerts: storable, setAside, validators: {}, succeeded: false };
  if (unstorable.length > 0 && !(await attempt(reduced))) return true;
  const { alerts: _alerts, validators: _validators, setAside: _setAside, ...bare } = result;
  await attempt({ ...bare, succeeded: false });
  return false;
}

/** Finds the alerts that Postgres rejects as JSON. */
async function separate(
  manager: EntityManager,
  alerts: readonly ActiveAlert[],
): Promise<{ storable: ActiveAlert[]; unstorable: SetAsideAlert[] }> {
  const storable: ActiveAlert[] = [];
  const unstorable: SetAsideAlert[] = [];
  for (const alert of alerts)
    try {
      await manager.transaction((inner) => inner.query('SELECT $1::jsonb', [JSON.stringify(alert)]));
      storable.push(alert);
    } catch (error) {
      if (!isRowFailure(error)) throw error;
      unstorable.push({ name: alert.eventKey, reason: `couldn't be stored: ${(error as Error).message}` });
    }
  return { storable, unstorable };
}

const listDigest = (alerts: readonly ActiveAlert[]): string =>
  createHash('sha256').update(JSON.stringify(alerts)).digest('base64url');
