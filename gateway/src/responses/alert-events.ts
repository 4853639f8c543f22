/** Life cycles of weather events, read from the weather proxy and cached for the API, feeds and event pages. */
import { status } from '@grpc/grpc-js';
import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { GetAlertEventResponse } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { Revision, WeatherEvent as EventData } from '@site/proto/weather/v1/alert-events.responses';
import { endsAt, phaseOf } from '@site/domain/weather/alert-times';
import { byDanger } from '@site/domain/weather/danger';
import { LRUCache } from 'lru-cache';
import { Clients } from '../edge/clients/clients.js';
import { success } from '../edge/envelope.js';
import { alertData } from './alert-data.js';
import { SharedWork } from './coalesced.js';
import { CurrentAlerts } from './current-alerts.js';
import { prepare, type Prepared } from './serialized-response.js';
import { weatherHeaders } from './public-responses.js';
import { SourceClock } from './upstream-clock.js';

export type { Revision as RevisionData, EventData };

/** "missing": never seen. "unknown": the weather proxy can't be reached. */
export type EventFound = EventData | 'missing' | 'unknown';

const maxEvents = 1_000;
const maxPreparedEvents = 100;
/** Longer than any event key or message identifier. */
const maxNameLength = 300;
const loadTimeoutMs = 2_000;
const activeMs = 5_000;
/** Events that ended more than an hour ago no longer change. */
const settledMs = 5 * 60_000;
const settlesAfterMs = 60 * 60_000;

interface Entry {
  answer: GetAlertEventResponse | 'missing';
  /** From `performance.now()`. */
  askedAt: number;
  alertChanges: number;
}

export const eventBody = (event: EventData): string => JSON.stringify(success('Weather event', event));

/** Caches events by name: ended ones for minutes, active ones for seconds or until the alert list changes. */
@Injectable()
export class AlertEvents {
  private readonly entries = new LRUCache<string, Entry>({ max: maxEvents });
  private readonly preparedCache = new LRUCache<string, Prepared>({ max: maxPreparedEvents });
  private readonly asking = new SharedWork<Entry | undefined>();

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(CurrentAlerts) private readonly current: CurrentAlerts,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether `find` would resolve without calling the weather proxy. */
  isCached(name: string): boolean {
    const entry = this.entries.peek(name);
    return entry !== undefined && this.isFresh(entry);
  }

  /** @param name an event key, or the identifier of any of its messages */
  async find(name: string): Promise<EventFound> {
    if (name.length === 0 || name.length > maxNameLength) return 'missing';
    const cached = this.entries.get(name);
    const entry = cached && this.isFresh(cached) ? cached : await this.loadInTime(name);
    if (entry && entry.answer !== 'missing') return this.data(entry.answer, true);
    // A listed event exists even before it's recorded.
    const listed = this.listed(name);
    const last = entry === undefined && cached && cached.answer !== 'missing' ? cached.answer : undefined;
    if (listed && (listed.ok || !last)) return listed;
    if (last) return this.data(last, false);
    return entry ? 'missing' : 'unknown';
  }

  /** Returns the serialized response of `/main/weather/event/:name`, or why there is none. */
  async prepared(name: string): Promise<Prepared | 'missing' | 'unknown'> {
    const found = await this.find(name);
    if (typeof found === 'string') return found;
    const prepared = await prepare(eventBody(found), weatherHeaders, { before: this.preparedCache.get(name) });
    this.preparedCache.set(name, prepared);
    return prepared;
  }

  private isFresh({ answer, askedAt, alertChanges }: Entry): boolean {
    const ageMs = performance.now() - askedAt;
    const endedAt = answer === 'missing' ? undefined : answer.endedAt;
    const isSettled = endedAt !== undefined && this.clock.now() - Date.parse(endedAt) > settlesAfterMs;
    if (isSettled) return ageMs < settledMs;
    return ageMs < activeMs && alertChanges === this.current.changes;
  }

  /** Undefined on failure or after `loadTimeoutMs`. A late response is still cached. */
  private loadInTime(name: string): Promise<Entry | undefined> {
    const loading = this.asking.run(name, () => this.load(name));
    return withDeadline(loading, loadTimeoutMs).catch(() => undefined);
  }

  private async load(name: string): Promise<Entry | undefined> {
    const entry: Entry = { answer: 'missing', askedAt: performance.now(), alertChanges: this.current.changes };
    try {
      entry.answer = await this.clients.alertEvents.getAlertEvent({ name });
    } catch (error) {
      if ((error as { code?: unknown }).code !== status.NOT_FOUND) {
        this.logger.debug({ err: error }, 'could not look up an event');
        return undefined;
      }
    }
    this.entries.set(name, entry);
    return entry;
  }

  private data(response: GetAlertEventResponse, ok: boolean): EventData {
    const now = this.clock.now();
    const revisions = response.revisions.map((revision): Revision => ({
      revision: revision.revision,
      action: revision.action,
      sent: revision.sent,
      first_seen_at: revision.firstSeenAt || null,
      changes: revision.changes,
      alerts: revision.alerts.map(alertData).sort(byDanger(now)),
    }));
    const newest = revisions[0]?.alerts ?? [];
    // It may expire before the weather proxy records its end.
    const isOver =
      ok && response.active && newest.length > 0 && newest.every((alert) => phaseOf(alert, now) === 'over');
    const lastEnd = Math.max(...newest.map((alert) => endsAt(alert) ?? 0));
    return {
      ok,
      event_key: response.eventKey,
      event: response.event,
      active: response.active && !isOver,
      ended_at: isOver ? new Date(lastEnd).toISOString() : (response.endedAt ?? null),
      ended_by: isOver ? 'expired' : (response.endedBy as EventData['ended_by']),
      successor_key: response.successorKey ?? null,
      unlisted_since: isOver ? null : (response.unlistedSince ?? null),
      ...this.clock.times(),
      revisions,
    };
  }

  /** Builds an event with only its newest revision. */
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
      unlisted_since: null,
      ...this.clock.times(),
      revisions: [{ revision, action: '', sent, first_seen_at: null, changes: [], alerts }],
    };
  }
}
