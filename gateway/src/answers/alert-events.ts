import { setTimeout as pause } from 'node:timers/promises';
import { status } from '@grpc/grpc-js';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import type { GetAlertEventResponse } from '@site/proto/gen/nest/weather/v1/alert_events';
import { endsAt, phaseOf } from '@site/proto/weather/v1/alert-times';
import { byDanger } from '@site/proto/weather/v1/danger';
import { LRUCache } from 'lru-cache';
import { Clients } from '../edge/clients/clients.js';
import { success } from '../edge/envelope.js';
import { alertData, type AlertData } from './alert-data.js';
import { CurrentAlerts } from './current-alerts.js';
import { digestOf, prepare, type Prepared } from './prepared.js';
import { weatherHeaders } from './public-answers.js';
import { SourceClock } from './source-clock.js';
import type { Times } from './weather-answers.js';

/** Single events of the weather service, from the first message to the end, as pages read them. */

export interface RevisionData {
  revision: number;
  /** "NEW", "CON" … (AlertEvent in weather/v1); empty when only the list of alerts is known. */
  action: string;
  sent: string;
  first_seen_at: string | null;
  /** In words: "Now until 6:45 PM". */
  changes: string[];
  alerts: AlertData[];
}

/** Data of GET /main/weather/event/{name}. */
export interface EventData extends Times {
  /** False: the weather proxy cannot be asked, and this is what it said last. */
  ok: boolean;
  event_key: string;
  event: string;
  active: boolean;
  ended_at: string | null;
  /** "cancelled", "expired", "upgraded" or "ended"; empty while it is not over. */
  ended_by: string;
  successor_key: string | null;
  /** Newest first. */
  revisions: RevisionData[];
}

/** An event; "missing" when it was never seen, "unknown" when nobody can tell now. */
export type EventFound = EventData | 'missing' | 'unknown';

const mostEvents = 1_000;
const mostPrepared = 100;
/** Names are keys of ours or identifiers of messages; nothing longer is one. */
const longestName = 300;
const patienceMs = 2_000;
const activeMs = 5_000;
/** What is over for an hour changes no more. */
const settledMs = 5 * 60_000;
const settlesAfterMs = 60 * 60_000;

interface Entry {
  answer: GetAlertEventResponse | 'missing';
  /** By `performance.now()`. */
  askedAt: number;
  alertChanges: number;
}

@Injectable()
export class AlertEvents {
  private readonly entries = new LRUCache<string, Entry>({ max: mostEvents });
  private readonly made = new LRUCache<string, Prepared>({ max: mostPrepared });
  private readonly asking = new Map<string, Promise<Entry | undefined>>();

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(CurrentAlerts) private readonly current: CurrentAlerts,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether `find` answers from memory. */
  isHeld(name: string): boolean {
    const entry = this.entries.peek(name);
    return entry !== undefined && this.isFresh(entry);
  }

  /** @param name an event's key, or the identifier of any message of it */
  async find(name: string): Promise<EventFound> {
    if (name.length === 0 || name.length > longestName) return 'missing';
    const kept = this.entries.get(name);
    const entry = kept && this.isFresh(kept) ? kept : await this.inTime(this.ask(name));
    if (entry && entry.answer !== 'missing') return this.data(entry.answer, true);
    // What is listed exists, whether or not it is recorded already.
    const listed = this.listed(name);
    const last = entry === undefined && kept && kept.answer !== 'missing' ? kept.answer : undefined;
    if (listed && (listed.ok || !last)) return listed;
    if (last) return this.data(last, false);
    return entry ? 'missing' : 'unknown';
  }

  /** The answer of GET /main/weather/event/{name}, as `find`. */
  async prepared(name: string): Promise<Prepared | 'missing' | 'unknown'> {
    const found = await this.find(name);
    if (typeof found === 'string') return found;
    const text = JSON.stringify(success('Weather event', found));
    const kept = this.made.get(name);
    if (kept?.digest === digestOf(text)) return kept;
    const made = await prepare(text, weatherHeaders);
    this.made.set(name, made);
    return made;
  }

  /** A weather proxy that hangs is not waited for until its deadline; what it says then is still kept. */
  private async inTime(asked: Promise<Entry | undefined>): Promise<Entry | undefined> {
    const enough = new AbortController();
    try {
      return await Promise.race([
        asked,
        pause(patienceMs, undefined, { signal: enough.signal }).catch(() => undefined),
      ]);
    } finally {
      enough.abort();
    }
  }

  private isFresh({ answer, askedAt, alertChanges }: Entry): boolean {
    const ageMs = performance.now() - askedAt;
    const endedAt = answer === 'missing' ? undefined : answer.endedAt;
    const isSettled = endedAt !== undefined && this.clock.now() - Date.parse(endedAt) > settlesAfterMs;
    if (isSettled) return ageMs < settledMs;
    return ageMs < activeMs && alertChanges === this.current.changes;
  }

  /** Asks the weather proxy, once for all who ask at the same time; undefined when it does not answer. */
  private ask(name: string): Promise<Entry | undefined> {
    const underWay = this.asking.get(name);
    if (underWay) return underWay;
    const asked = this.load(name).finally(() => this.asking.delete(name));
    this.asking.set(name, asked);
    return asked;
  }

  private async load(name: string): Promise<Entry | undefined> {
    const [askedAt, alertChanges] = [performance.now(), this.current.changes];
    try {
      const answer = await this.clients.alertEvents.getAlertEvent({ name });
      return this.keep(name, { answer, askedAt, alertChanges });
    } catch (error) {
      if ((error as { code?: unknown }).code === status.NOT_FOUND)
        return this.keep(name, { answer: 'missing', askedAt, alertChanges });
      this.logger.debug({ err: error }, 'an event could not be asked for');
      return undefined;
    }
  }

  private keep(name: string, entry: Entry): Entry {
    this.entries.set(name, entry);
    return entry;
  }

  private data(answer: GetAlertEventResponse, ok: boolean): EventData {
    const now = this.clock.now();
    const revisions = answer.revisions.map((revision): RevisionData => ({
      revision: revision.revision,
      action: revision.action,
      sent: revision.sent,
      first_seen_at: revision.firstSeenAt || null,
      changes: revision.changes,
      alerts: revision.alerts.map(alertData).sort(byDanger(now)),
    }));
    const newest = revisions[0]?.alerts ?? [];
    // Its end may pass before the weather proxy records it; what only nobody can ask about has not ended by that.
    const isOver = ok && answer.active && newest.length > 0 && newest.every((alert) => phaseOf(alert, now) === 'over');
    const lastEnd = Math.max(...newest.map((alert) => endsAt(alert) ?? 0));
    return {
      ok,
      event_key: answer.eventKey,
      event: answer.event,
      active: answer.active && !isOver,
      ended_at: isOver ? new Date(lastEnd).toISOString() : (answer.endedAt ?? null),
      ended_by: isOver ? 'expired' : answer.endedBy,
      successor_key: answer.successorKey ?? null,
      ...this.clock.times(),
      revisions,
    };
  }

  /** An event as the list of alerts knows it: its newest revision. */
  private listed(name: string): EventData | undefined {
    const data = this.current.data();
    const key = data?.alerts.find((alert) => alert.id === name || alert.event_key === name)?.event_key;
    if (!data || key === undefined) return undefined;
    const alerts = data.alerts.filter((alert) => alert.event_key === key);
    const { event, revision, sent } = alerts[0]!;
    return {
      ok: data.ok,
      event_key: key,
      event,
      active: true,
      ended_at: null,
      ended_by: '',
      successor_key: null,
      ...this.clock.times(),
      revisions: [{ revision, action: '', sent, first_seen_at: null, changes: [], alerts }],
    };
  }
}
