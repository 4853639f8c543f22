/**
 * The newest alert list from any replica of the weather proxy. A lagging replica never replaces a newer list: a warning
 * must not flicker.
 */
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import { nextTurn } from '@site/domain/weather/alert-times';
import { Subject } from 'rxjs';
import { Changes } from '../edge/clients/changes.js';
import { Clients } from '../edge/clients/clients.js';
import { toAlertJson } from './alert-json.js';
import { Section } from './response-section.js';
import { SourceClock } from './upstream-clock.js';
import { alertsData, isHotNow, canClaimNoAlerts, type AlertsData } from './weather-responses.js';

/** Applies when no change is announced. */
export const alertsRefreshIntervalMs = 5_000;
/** Beyond this difference, clocks can't order responses. */
const clocksAgreeMs = 2 * 60_000;

const parseTimeMs = (time: string | undefined) => Date.parse(time ?? '') || 0;

/** @param now milliseconds since 1970 UTC, by the upstream clock */
export function isOlder(candidate: ListAlertsResponse, current: ListAlertsResponse, now: number): boolean {
  const sourceTimeMs = parseTimeMs(candidate.sourceTime);
  const clocksAgree = sourceTimeMs === 0 || Math.abs(sourceTimeMs - now) < clocksAgreeMs;
  const byTime = clocksAgree ? parseTimeMs(candidate.updatedAt) - parseTimeMs(current.updatedAt) : 0;
  // For the same attempt, prefers ok: the other replica only lost contact.
  return (byTime || candidate.version - current.version || Number(candidate.ok) - Number(current.ok)) < 0;
}

@Injectable()
export class CurrentAlerts implements OnModuleDestroy {
  private readonly section: Section<ListAlertsResponse>;
  /** The response that last set the clock. */
  private lastResponse: ListAlertsResponse | undefined;
  /** `content` adds the state that affects responses. */
  private list: string | undefined;
  private content: string | undefined;
  /** Increments when the list or its reliability changes. */
  changes = 0;
  readonly changed = new Subject<void>();
  private versioned = '';
  /** The weather proxy's version when `versioned` last changed. Almost always the same in all gateways. */
  private version = 0;
  announcedVersion = 0;
  /** Emits each new version after the responses include it. */
  readonly versions = new Subject<number>();
  /** Upstream fetch time of the current list. */
  changedAt: string | undefined;
  onAttempt: () => Promise<void> = async () => {};

  constructor(
    @Inject(Clients) clients: Clients,
    @Inject(Changes) changes: Changes,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.section = new Section({
      name: 'alerts',
      refreshIntervalMs: alertsRefreshIntervalMs,
      load: () => clients.alerts.listAlerts({}),
      isOlder: (candidate, current) => isOlder(candidate, current, clock.now()),
      onAttempt: async () => {
        this.take();
        await this.onAttempt();
        this.announceVersion();
      },
      logger,
    });
    changes.notices.subscribe(({ service, topic }) => {
      if (service !== 'weather') return;
      // Other notices are debounced.
      if (topic === 'alerts') void this.section.refresh();
      else this.section.changed();
    });
  }

  private take(): void {
    const { value, state } = this.section;
    if (!value) return;
    if (value !== this.lastResponse) this.clock.hear(value.sourceTime);
    this.lastResponse = value;
    const list = [...value.alerts, ...(value.unlisted ?? [])]
      .map(({ id, revision, ends, expires, unlistedSince, spanishText }) =>
        [id, revision, ends, expires, unlistedSince, spanishText].join(' '),
      )
      .join('|');
    if (list !== this.list) {
      this.list = list;
      this.changedAt = value.updatedAt;
    }
    if (`${list}|${value.ok}` !== this.versioned) {
      this.versioned = `${list}|${value.ok}`;
      this.version = value.version;
    }
    const content = [list, value.ok, state].join('|');
    if (content === this.content) return;
    this.content = content;
    this.changes += 1;
    this.changed.next();
  }

  /** Runs after the responses are rebuilt, so that clients get the announced version. */
  private announceVersion(): void {
    if (this.version === this.announcedVersion) return;
    this.announcedVersion = this.version;
    this.versions.next(this.version);
  }

  /** Never rejects. */
  refresh = (): Promise<void> => this.section.refresh();

  /** Returns the list as pages get it; undefined before the first response. */
  data(): AlertsData | undefined {
    const { value, state } = this.section;
    return (
      value && { ...alertsData(value, state !== 'fresh', this.clock.now(), this.clock.times()), version: this.version }
    );
  }

  /** Whether "no alerts" may be claimed now; undefined before the first list. */
  isOk(): boolean | undefined {
    const { value, state } = this.section;
    return value && canClaimNoAlerts(value, state !== 'fresh', this.clock.now());
  }

  /** Since when changes of the list can't be recorded, so that no notification of them is sent, RFC 3339 UTC. */
  get eventsStuckSince(): string | undefined {
    return this.section.value?.eventsStuckSince;
  }

  /** True while a severe alert is in effect, so that pages poll more often. */
  isHot(): boolean {
    return isHotNow((this.section.value?.alerts ?? []).map(toAlertJson), this.clock.now());
  }

  lists = (name: string): boolean =>
    this.section.value?.alerts.some(({ id, eventKey }) => id === name || eventKey === name) ?? false;

  /** Returns how long until an alert begins or ends; undefined if none will. */
  nextTurnInMs(): number | undefined {
    const now = this.clock.now();
    const turn = nextTurn((this.section.value?.alerts ?? []).map(toAlertJson), now);
    return turn === undefined ? undefined : turn - now;
  }

  onModuleDestroy(): void {
    this.section.stop();
  }
}
