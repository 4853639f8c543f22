/**
 * Records NWWS-OI messages in the transaction that changes the shared list. The feed may start or upgrade an event
 * (more dangerous, more counties, a later end), but never end or downgrade one: its message stays beside the list's.
 */
import { announce } from '@site/platform/data/changes';
import type { Logger } from '@site/platform/base/injection-tokens';
import { isRowFailure } from '@site/platform/jobs/work-loop';
import type { DataSource, EntityManager } from 'typeorm';
import { keyOfVtec } from '../alerts/events/event-key.js';
import { recordMessages } from '../alerts/events/event-log.js';
import { goingHeads } from '../alerts/events/event-store.js';
import { isActive, type ActiveAlert, type Message } from '../alerts/messages/active-alert.js';
import { parseVtec, vtecName } from '../alerts/messages/vtec.js';
import type { ReadProduct, NwwsEnding, NwwsMessage } from './read-product.js';

/** A message started or upgraded an event, added nothing, came too late, or couldn't be recorded. */
export type NwwsOutcome = 'started' | 'raised' | 'same' | 'old' | 'over' | 'failed';

const minuteMs = 60_000;
const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Records a product.
 * @param at milliseconds since 1970 UTC, by the upstream clock
 * @returns the outcome of each message
 * @throws Error before the shared list exists, or without the database
 */
export async function recordNwws(
  dataSource: DataSource,
  { messages, endings }: ReadProduct,
  at: number,
  logger: Logger,
): Promise<NwwsOutcome[]> {
  return dataSource.transaction(async (manager) => {
    const [list] = await manager.query<{ alerts: ActiveAlert[] }[]>(
      'SELECT alerts FROM alert_list WHERE id = 1 FOR UPDATE',
    );
    if (!list) throw new Error('the alert list has not been polled yet');
    for (const ending of endings) await noteEnding(manager, ending, at);
    const outcomes: NwwsOutcome[] = [];
    let { alerts } = list;
    for (const message of messages) {
      const before = alerts;
      try {
        const taken = await manager.transaction((inner) => take(inner, message, before, at));
        outcomes.push(taken.outcome);
        alerts = taken.alerts;
      } catch (error) {
        if (!isRowFailure(error)) throw error;
        outcomes.push('failed');
        logger.error({ err: error, event: message.name }, 'an NWWS-OI message could not be recorded; the list follows');
      }
    }
    if (alerts !== list.alerts) {
      await manager.query(
        'UPDATE alert_list SET version = version + 1, list_version = version + 1, alerts = $1::jsonb WHERE id = 1',
        [JSON.stringify(alerts)],
      );
      await announce(manager, 'alerts');
    }
    return outcomes;
  });
}

interface Taken {
  outcome: NwwsOutcome;
  /** The same array when nothing changed. */
  alerts: ActiveAlert[];
}

async function take(
  manager: EntityManager,
  { name, feature, message }: NwwsMessage,
  alerts: ActiveAlert[],
  at: number,
): Promise<Taken> {
  const [code] = message.vtec;
  if (!code) return { outcome: 'same', alerts };
  const heads = await goingHeads(manager, at);
  const lookup = { keyOfMessage: () => undefined, isGoing: (key: string) => heads.has(key) };
  const eventKey = keyOfVtec(code, message, lookup);
  const head = heads.get(eventKey);
  // Only the list may restart an event.
  if (head && head.endedAt !== null) return { outcome: 'over', alerts };
  const eventAlerts = alerts.filter((alert) => alert.eventKey === eventKey);
  const outcome = judge(message.alert, eventAlerts, at);
  if (outcome === 'same')
    await manager.query(
      `UPDATE nwws_alerts SET last_received_at = $2 WHERE name = $1 AND state = 'standing' AND last_received_at < $2`,
      [name, iso(at)],
    );
  if (outcome !== 'started' && outcome !== 'raised') return { outcome, alerts };
  const { alert } = message;
  const added = await manager.query<unknown[]>(
    `INSERT INTO nwws_alerts (alert_id, name, state, feature, sent, ends, received_at, last_received_at)
     VALUES ($1, $2, 'standing', $3, $4, $5, $6, $6) ON CONFLICT (alert_id) DO NOTHING RETURNING alert_id`,
    [alert.id, name, JSON.stringify(feature), alert.sent, alert.ends ?? null, iso(at)],
  );
  // Received before, and settled since.
  if (added.length === 0) return { outcome: 'old', alerts };
  const currentMessages = eventAlerts.map((each) => asMessage(each, name));
  const read = {
    inForce: [...currentMessages, message],
    endings: [],
    misplaced: [],
    setAside: [],
    replaced: new Set<string>(),
  };
  await recordMessages(manager, { read, at, isComplete: false, isAfterGap: false });
  const revised = new Map(read.inForce.map((each) => [each.alert.id, each.alert]));
  const others = alerts.filter(({ id }) => !revised.has(id));
  return { outcome, alerts: [...others, ...revised.values()] };
}

/** Decides whether a message adds to its event: more dangerous, more counties, or at least a minute longer. */
export function judge(alert: ActiveAlert, eventAlerts: readonly ActiveAlert[], at: number): NwwsOutcome {
  if (eventAlerts.some(({ id }) => id === alert.id)) return 'same';
  const going = eventAlerts.filter((each) => isActive(each, at));
  if (going.length === 0) return 'started';
  const newest = Math.max(...going.map(({ sent }) => Date.parse(sent)));
  if (Date.parse(alert.sent) <= newest - minuteMs) return 'old';
  const isMoreDangerous = alert.danger < Math.min(...going.map(({ danger }) => danger));
  const isWider = alert.counties.some((fips) => !going.some(({ counties }) => counties.includes(fips)));
  const latest = Math.max(...going.map(({ endsAt }) => endsAt ?? Infinity));
  const isLonger = (alert.endsAt ?? Infinity) > latest + minuteMs;
  return isMoreDangerous || isWider || isLonger ? 'raised' : 'same';
}

/** Converts a listed alert to a message about one event, with the action "unchanged". */
function asMessage(alert: ActiveAlert, name: string): Message {
  const vtec = alert.vtec
    .flatMap((text) => parseVtec(text) ?? [])
    .filter((code) => vtecName(code) === name)
    .map((code) => ({ ...code, action: 'CON' as const }));
  return { alert, type: 'Update', vtec, references: [], ends: false };
}

/** Ends nothing; operators are alerted if the list keeps the event. */
async function noteEnding(manager: EntityManager, { name, sent, overAt }: NwwsEnding, at: number): Promise<void> {
  await manager.query(
    `INSERT INTO nwws_endings AS known (name, sent, over_at) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET sent = $2, over_at = $3, alarmed_at = NULL WHERE known.sent < $2`,
    [name, iso(sent), iso(Math.max(at, overAt))],
  );
}
