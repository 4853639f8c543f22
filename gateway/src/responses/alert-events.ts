/** Life cycles of weather events, read from the weather proxy and cached for the API, feeds and event pages. */
import { status } from '@grpc/grpc-js';
import { Inject, Injectable } from '@nestjs/common';
import { withDeadline } from '@site/platform/base/deadline';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { ResponseCache, type CachedValue } from '@site/platform/base/response-cache';
import type { GetAlertEventResponse } from '@site/proto/gen/nest/weather/v1/alert_events';
import type { Revision, WeatherEvent as EventData } from '@site/proto/weather/v1/alert-events.responses';
import { endsAt, phaseOf } from '@site/domain/weather/alert-times';
import { byDanger } from '@site/domain/weather/danger';
import { LRUCache } from 'lru-cache';
import { Clients } from '../edge/clients/clients.js';
import { success } from '../edge/envelope.js';
import { toAlertJson } from './alert-json.js';
import { CurrentAlerts } from './current-alerts.js';
import { prepare, type Prepared } from './prepared-response.js';
import { weatherHeaders } from './public-responses.js';
import { steadyClock } from './steady-clock.js';
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
  event: GetAlertEventResponse | 'missing';
  /** Of `CurrentAlerts`, before the request. */
  alertChanges: number;
}

export const eventBody = (event: EventData): string => JSON.stringify(success('Weather event', event));

/** Caches events by name: ended ones for minutes, active ones for seconds or until the alert list changes. */
@Injectable()
export class AlertEvents {
  private readonly cache = new ResponseCache<Entry>({
    clock: steadyClock,
    freshMs: (entry) => (this.isSettled(entry) ? settledMs : activeMs),
    isCurrent: (entry) => this.isSettled(entry) || entry.alertChanges === this.current.changes,
    maxAgeMs: Infinity,
    isFinal: (_error, hasValue) => !hasValue,
    maxSize: maxEvents,
  });
  private readonly preparedCache = new LRUCache<string, Prepared>({ max: maxPreparedEvents });

  constructor(
    @Inject(Clients) private readonly clients: Clients,
    @Inject(CurrentAlerts) private readonly current: CurrentAlerts,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Whether `find` would resolve without calling the weather proxy. */
  isCached(name: string): boolean {
    return this.cache.hasFresh(name);
  }

  /** @param name an event key, or the identifier of any of its messages */
  async find(name: string): Promise<EventFound> {
    if (name.length === 0 || name.length > maxNameLength) return 'missing';
    const cached = await this.loadInTime(name);
    const ok = cached !== undefined && cached.failure === undefined;
    const event = cached?.value.event === 'missing' ? undefined : cached?.value.event;
    if (ok && event) return this.data(event, true);
    // A listed event exists even before it's recorded.
    const listed = this.listed(name);
    if (listed && (listed.ok || !event)) return listed;
    if (event) return this.data(event, false);
    return ok ? 'missing' : 'unknown';
  }

  /** Returns the serialized response of `/main/weather/event/:name`, or why there is none. */
  async prepared(name: string): Promise<Prepared | 'missing' | 'unknown'> {
    const found = await this.find(name);
    if (typeof found === 'string') return found;
    const prepared = await prepare(eventBody(found), weatherHeaders, { before: this.preparedCache.get(name) });
    this.preparedCache.set(name, prepared);
    return prepared;
  }

  private isSettled({ event }: Entry): boolean {
    const endedAt = event === 'missing' ? undefined : event.endedAt;
    return endedAt !== undefined && this.clock.now() - Date.parse(endedAt) > settlesAfterMs;
  }

  /** If the weather proxy fails or takes too long, returns the last response, or undefined without one. */
  private async loadInTime(name: string): Promise<CachedValue<Entry> | undefined> {
    try {
      return await withDeadline(
        this.cache.get(name, () => this.load(name)),
        loadTimeoutMs,
      );
    } catch (error) {
      this.logger.debug({ err: error }, 'could not look up an event');
      const last = this.cache.peek(name);
      return last && { ...last, failure: error };
    }
  }

  private async load(name: string): Promise<Entry> {
    const { changes: alertChanges } = this.current;
    try {
      return { event: await this.clients.alertEvents.getAlertEvent({ name }), alertChanges };
    } catch (error) {
      if ((error as { code?: unknown }).code !== status.NOT_FOUND) throw error;
      return { event: 'missing', alertChanges };
    }
  }

  private data(response: GetAlertEventResponse, ok: boolean): EventData {
    const now = this.clock.now();
    const revisions = response.revisions.map((revision): Revision => ({
      revision: revision.revision,
      action: revision.action,
      sent: revision.sent,
      first_seen_at: revision.firstSeenAt || null,
      changes: revision.changes,
      alerts: revision.alerts.map(toAlertJson).sort(byDanger(now)),
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
