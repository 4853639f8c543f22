/**
 * Decides which NWWS-OI messages remain valid beside the list. The list is authoritative: a listing of the same time or
 * later replaces the message, and an event never listed is over. The list lags by a minute or two, so an absence ends
 * nothing at first.
 */
import { metrics } from '@site/platform/base/metrics';
import { Histogram } from 'prom-client';
import type { EntityManager } from 'typeorm';
import { readAlerts, type ActiveAlert, type Message, type ReadAlerts } from '../messages/active-alert.js';
import { parseVtec, vtecName } from '../messages/vtec.js';
import type { NwwsState } from './nwws-alert.entity.js';
import { isFromNwws } from '../messages/nwws-id.js';

/** For the list to include an event, from the feed's last mention. */
const graceMs = 10 * 60_000;
/** After the feed has ended the event. */
const graceAfterEndMs = 60_000;
/** Resolution of times. */
const minuteMs = 60_000;
const retentionDays = 7;

const nwwsLeadSeconds = new Histogram({
  name: 'weather_nwws_lead_seconds',
  help: 'How much earlier the NWWS-OI feed reported an event than the list',
  buckets: [1, 5, 10, 20, 30, 60, 120, 300],
  registers: [metrics],
});

export interface Listed {
  /** Its events, without the year. */
  names: string[];
  /** RFC 3339. */
  sent: string;
  /** 0 is the most dangerous. */
  danger: number;
  counties: readonly string[];
  ends: boolean;
}

const namesIn = (codes: readonly string[]): string[] => [
  ...new Set(codes.flatMap((text) => parseVtec(text) ?? []).map(vtecName)),
];

const listing = ({ vtec, sent, danger, counties }: ActiveAlert): Listed => ({
  names: namesIn(vtec),
  sent,
  danger,
  counties,
  ends: false,
});

/** Returns a poll's listing of each event, endings included. */
export const listedIn = ({ inForce, endings }: ReadAlerts): Listed[] => [
  ...inForce.map(({ alert }) => listing(alert)),
  ...endings.map(({ alert }) => ({ ...listing(alert), ends: true })),
];

/** For an unchanged list. */
export const listedAs = (alerts: readonly ActiveAlert[]): Listed[] =>
  alerts.filter(({ id }) => !isFromNwws(id)).map(listing);

/** Times in milliseconds since 1970 UTC. */
export interface FeedEvent {
  name: string;
  sent: number;
  danger: number;
  counties: readonly string[];
  ends?: number;
  lastReceivedAt: number;
  endedAt?: number;
}

export interface ListPoll {
  listed: readonly Listed[];
  at: number;
  isComplete: boolean;
}

/** Decides whether a message stays ("standing"), or the list has it ("confirmed") or has ended it ("over"). */
export function verdictOn(event: FeedEvent, { listed, at, isComplete }: ListPoll): NwwsState {
  if (event.ends !== undefined && event.ends <= at) return 'over';
  const listedAlerts = listed.filter(({ names }) => names.includes(event.name));
  if (isSettled(event, listedAlerts)) return 'confirmed';
  if (!isComplete) return 'standing';
  const isAgreedOver = listedAlerts.length === 0 && event.endedAt !== undefined && at - event.endedAt > graceAfterEndMs;
  return isAgreedOver || at - event.lastReceivedAt > graceMs ? 'over' : 'standing';
}

/**
 * Whether the list has matched or superseded the message. A listing of the same minute must be as severe and as wide:
 * an office may upgrade a warning within a minute.
 */
function isSettled(event: FeedEvent, listedAlerts: readonly Listed[]): boolean {
  const since = listedAlerts.filter(({ sent }) => Date.parse(sent) > event.sent - minuteMs);
  if (since.some(({ sent, ends }) => ends || Date.parse(sent) >= event.sent + minuteMs)) return true;
  const counties = new Set(since.flatMap((each) => each.counties));
  return since.some(({ danger }) => danger <= event.danger) && event.counties.every((fips) => counties.has(fips));
}

interface Row {
  alert_id: string;
  name: string;
  feature: object;
  sent: Date;
  ends: Date | null;
  received_at: Date;
  last_received_at: Date;
  ended_at: Date | null;
}

const iso = (ms: number) => new Date(ms).toISOString();

/**
 * Settles NWWS-OI messages by the list, and returns those still in force.
 * @param manager of the transaction that locks the list's row
 */
export async function findActiveNwwsMessages(manager: EntityManager, poll: ListPoll): Promise<Message[]> {
  const rows = await manager.query<Row[]>(
    `SELECT nwws.alert_id, nwws.name, nwws.feature, nwws.sent, nwws.ends, nwws.received_at, nwws.last_received_at,
       CASE WHEN ending.sent >= nwws.sent THEN ending.over_at END AS ended_at
     FROM nwws_alerts AS nwws LEFT JOIN nwws_endings AS ending ON ending.name = nwws.name
     WHERE nwws.state = 'standing' ORDER BY nwws.received_at`,
  );
  const activeMessages: Message[] = [];
  for (const row of rows) {
    const [message] = readAlerts([row.feature], poll.at).inForce;
    const verdict = message ? verdictOn(feedEvent(row, message), poll) : 'over';
    if (message && verdict === 'standing') activeMessages.push(message);
    else await settle(manager, row, verdict, poll.at);
  }
  await deleteEndings(manager, poll);
  return activeMessages;
}

const feedEvent = (
  { name, sent, ends, last_received_at: lastReceivedAt, ended_at: ended }: Row,
  { alert }: Message,
): FeedEvent => ({
  name,
  sent: sent.getTime(),
  danger: alert.danger,
  counties: alert.counties,
  lastReceivedAt: lastReceivedAt.getTime(),
  ...(ends && { ends: ends.getTime() }),
  ...(ended && { endedAt: ended.getTime() }),
});

async function settle(manager: EntityManager, row: Row, state: NwwsState, at: number): Promise<void> {
  if (state === 'confirmed') nwwsLeadSeconds.observe(Math.max(0, at - row.received_at.getTime()) / 1_000);
  await manager.query('UPDATE nwws_alerts SET state = $2, resolved_at = $3 WHERE alert_id = $1', [
    row.alert_id,
    state,
    iso(at),
  ]);
  await manager.query(`DELETE FROM nwws_alerts WHERE state <> 'standing' AND resolved_at < $1`, [
    iso(at - retentionDays * 86_400_000),
  ]);
}

/** Keeps endings until the list lacks the event and its messages are settled. */
async function deleteEndings(manager: EntityManager, { listed, at, isComplete }: ListPoll): Promise<void> {
  if (!isComplete) return;
  await manager.query('DELETE FROM nwws_endings WHERE name <> ALL($1) AND over_at < $2', [
    [...new Set(listed.flatMap(({ names }) => names))],
    iso(at - graceMs),
  ]);
}
