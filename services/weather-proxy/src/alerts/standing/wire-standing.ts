import type { EntityManager } from 'typeorm';
import { readAlerts, type ActiveAlert, type Message, type ReadAlerts } from '../messages/active-alert.js';
import { parseVtec, vtecName } from '../messages/vtec.js';
import { wireLeadSeconds } from './standing-metrics.js';
import type { WireState } from './wire-alert.entity.js';
import { isFromWire } from '../messages/wire-id.js';

/**
 * What of the wire still counts beside the list. The list decides: what it says at the same time or later replaces what
 * the wire said, and what it never comes to say is over. But it runs a minute or two behind, so its silence alone ends
 * nothing at first.
 */

/** The list is given this long, since the wire last spoke of an event, to say the same. */
const graceMs = 10 * 60_000;
/** And this long after the wire has called the event over itself. */
const graceAfterEndMs = 60_000;
/** Products and messages are dated by the minute. */
const minuteMs = 60_000;
const keptDays = 7;

/** What the list says of an event, in force or ending. */
export interface Listed {
  /** The events a message is about, without the year. */
  names: string[];
  /** RFC 3339. */
  sent: string;
  /** 0 is the greatest. */
  danger: number;
  counties: readonly string[];
  /** Whether it ends them. */
  ends: boolean;
}

const namesIn = (codes: readonly string[]): string[] => [
  ...new Set(codes.flatMap((text) => parseVtec(text) ?? []).map(vtecName)),
];

const listing = ({ vtec, sent, danger, counties }: ActiveAlert): Listed => ({
  ...{ names: namesIn(vtec), sent, danger, counties, ends: false },
});

/** What a list that was just read says. */
export const listedIn = ({ inForce, endings }: ReadAlerts): Listed[] => [
  ...inForce.map(({ alert }) => listing(alert)),
  ...endings.map(({ alert }) => ({ ...listing(alert), ends: true })),
];

/** What a list that has not changed says, as far as it is kept. */
export const listedAs = (alerts: readonly ActiveAlert[]): Listed[] =>
  alerts.filter(({ id }) => !isFromWire(id)).map(listing);

/** What is known of one message of the wire; times in milliseconds since 1970 UTC. */
export interface OnWire {
  name: string;
  sent: number;
  danger: number;
  counties: readonly string[];
  ends?: number;
  lastHeardAt: number;
  /** When the wire called the event over. */
  endedAt?: number;
}

/** One look at the list. */
export interface ListLook {
  listed: readonly Listed[];
  at: number;
  /** Whether all of it could be read. */
  isWhole: boolean;
}

/** What becomes of a message of the wire after a look at the list. */
export function verdictOn(wire: OnWire, { listed, at, isWhole }: ListLook): WireState {
  if (wire.ends !== undefined && wire.ends <= at) return 'over';
  const own = listed.filter(({ names }) => names.includes(wire.name));
  if (isSettled(wire, own)) return 'confirmed';
  if (!isWhole) return 'standing';
  const isAgreedOver = own.length === 0 && wire.endedAt !== undefined && at - wire.endedAt > graceAfterEndMs;
  return isAgreedOver || at - wire.lastHeardAt > graceMs ? 'over' : 'standing';
}

/**
 * Whether the list has said what the wire said, or something later. What it says of the same minute has to be as much: an
 * office may raise a warning within a minute, and if the list goes on saying less, operators are told.
 */
function isSettled(wire: OnWire, own: readonly Listed[]): boolean {
  const since = own.filter(({ sent }) => Date.parse(sent) > wire.sent - minuteMs);
  if (since.some(({ sent, ends }) => ends || Date.parse(sent) >= wire.sent + minuteMs)) return true;
  const counties = new Set(since.flatMap((each) => each.counties));
  return since.some(({ danger }) => danger <= wire.danger) && wire.counties.every((fips) => counties.has(fips));
}

interface Row {
  alert_id: string;
  name: string;
  feature: object;
  sent: Date;
  ends: Date | null;
  heard_at: Date;
  last_heard_at: Date;
  ended_at: Date | null;
}

const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Settles what the list has decided, and returns the messages of the wire that still stand.
 * @param manager of the transaction that holds the list's row
 */
export async function standingOnWire(manager: EntityManager, look: ListLook): Promise<Message[]> {
  const rows = await manager.query<Row[]>(
    `SELECT wire.alert_id, wire.name, wire.feature, wire.sent, wire.ends, wire.heard_at, wire.last_heard_at,
       CASE WHEN ending.sent >= wire.sent THEN ending.over_at END AS ended_at
     FROM wire_alerts AS wire LEFT JOIN wire_endings AS ending ON ending.name = wire.name
     WHERE wire.state = 'standing' ORDER BY wire.heard_at`,
  );
  const standing: Message[] = [];
  for (const row of rows) {
    const [message] = readAlerts([row.feature], look.at).inForce;
    const verdict = message ? verdictOn(onWire(row, message), look) : 'over';
    if (message && verdict === 'standing') standing.push(message);
    else await settle(manager, row, verdict, look.at);
  }
  await forgetEndings(manager, look);
  return standing;
}

const onWire = ({ name, sent, ends, last_heard_at: heard, ended_at: ended }: Row, { alert }: Message): OnWire => ({
  name,
  sent: sent.getTime(),
  danger: alert.danger,
  counties: alert.counties,
  lastHeardAt: heard.getTime(),
  ...(ends && { ends: ends.getTime() }),
  ...(ended && { endedAt: ended.getTime() }),
});

async function settle(manager: EntityManager, row: Row, state: WireState, at: number): Promise<void> {
  if (state === 'confirmed') wireLeadSeconds.observe(Math.max(0, at - row.heard_at.getTime()) / 1_000);
  await manager.query('UPDATE wire_alerts SET state = $2, settled_at = $3 WHERE alert_id = $1', [
    row.alert_id,
    state,
    iso(at),
  ]);
  await manager.query(`DELETE FROM wire_alerts WHERE state <> 'standing' AND settled_at < $1`, [
    iso(at - keptDays * 86_400_000),
  ]);
}

/** An ending is kept until the list has no such event, and long enough for the wire's own messages to be settled by it. */
async function forgetEndings(manager: EntityManager, { listed, at, isWhole }: ListLook): Promise<void> {
  if (!isWhole) return;
  await manager.query('DELETE FROM wire_endings WHERE name <> ALL($1) AND over_at < $2', [
    [...new Set(listed.flatMap(({ names }) => names))],
    iso(at - graceMs),
  ]);
}
