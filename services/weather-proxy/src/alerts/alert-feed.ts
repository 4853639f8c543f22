/** The state's alerts in memory, for all responses of this service. */
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { Alert, ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import { phaseOf } from '@site/domain/weather/alert-times';
import { byDanger } from '@site/domain/weather/danger';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '@site/platform/base/clock';
import type { Place } from '../readings/place-forecast.js';
import {
  alertEventsStuck,
  alertsOk,
  alertsSetAside,
  alertsUpdatedSeconds,
  upstreamClockOffsetSeconds,
} from '../upstream/metrics.js';
import { concerns, isActive, isCovered, type ActiveAlert } from './messages/active-alert.js';
import { readList, type AlertListState } from './alert-list.js';

/** `ok`: an empty list means "no alerts". */
export interface AlertsAtPlace {
  ok: boolean;
  fetchedAt?: string;
  /** By the upstream clock, RFC 3339 UTC; absent before its first date. */
  sourceTime?: string;
  alerts: Alert[];
}

/** "No alerts" remains valid this long after a successful poll. */
const believedForMs = 5 * 60_000;
/** A list this old is dropped, with open-ended alerts. */
const oldestMs = 24 * 3_600_000;
const databaseWaitMs = 400;

/**
 * The state's alerts, served from memory after checking the row that all replicas share. An alert stays until it ends,
 * and "no alerts" is only reported right after the upstream confirmed it. Times are by the upstream clock: ours may be
 * wrong.
 */
@Injectable()
export class AlertFeed {
  private list: AlertListState = {
    version: -1,
    listVersion: -1,
    source: '',
    alerts: [],
    unlisted: [],
    spanishTexts: new Map(),
    validators: {},
    failures: 0,
    setAside: [],
    passedForMs: 0,
  };
  /** By the monotonic clock. */
  private takenAt = 0;
  /** `at`: when we received it, by the monotonic clock. */
  private received: { upstreamAt: number; at: number } | undefined;
  private isBlind = false;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Most dangerous first. */
  async buildResponse(): Promise<ListAlertsResponse> {
    await this.refresh();
    const { updatedAt, source, version } = this.list;
    return {
      ok: this.ok,
      updatedAt: isoOf(updatedAt),
      source: updatedAt === undefined ? '' : source,
      alerts: this.active(),
      sourceTime: isoOf(this.expectedUpstreamTime),
      version: Math.max(0, version),
      unlisted: this.unlisted(),
      eventsStuckSince: isoOf(this.list.eventsStuckSince),
    };
  }

  /** `ok: false` outside the state, which the list doesn't cover. */
  at(place: Place): AlertsAtPlace {
    const fetchedAt = isoOf(this.list.updatedAt);
    const sourceTime = isoOf(this.expectedUpstreamTime);
    return {
      ok: this.ok && isCovered(place),
      ...(fetchedAt && { fetchedAt }),
      ...(sourceTime && { sourceTime }),
      alerts: this.active().filter((alert) => concerns(alert, place)),
    };
  }

  get known(): AlertListState {
    return this.list;
  }

  get isFailing(): boolean {
    return this.list.failures > 0 || this.isBlind;
  }

  /** Rejects while changes of the newest list can't be recorded. */
  async assertEventsRecorded(): Promise<void> {
    if (this.list.eventsStuckSince !== undefined) throw new Error('changes of the alert list can’t be recorded');
  }

  /** Milliseconds since 1970 UTC; our time before the upstream's first date. */
  upstreamNow(): number {
    return this.expectedUpstreamTime ?? this.clock.now();
  }

  /** A slow clock must not make data look newer. */
  latestNow(): number {
    return Math.max(this.upstreamNow(), this.clock.now());
  }

  /** RFC 3339 UTC; undefined if no replica has received one. */
  async sourceTime(): Promise<string | undefined> {
    if (!this.received) await this.refresh();
    return isoOf(this.expectedUpstreamTime);
  }

  private get expectedUpstreamTime(): number | undefined {
    return this.received && this.received.upstreamAt + (this.clock.elapsed() - this.received.at);
  }

  /** Reads the shared list. Never rejects: the list in memory stays. */
  async refresh(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, databaseWaitMs);
    });
    const reading = readList(this.dataSource, this.list).then(
      (list) => list && this.take(list),
      (error: unknown) => this.logger.debug({ err: error }, 'the alert list could not be read'),
    );
    await Promise.race([reading, timeout]);
    clearTimeout(timer);
  }

  /** Adopts a list unless it is older, as after a database restore. */
  take(list: AlertListState): void {
    if ((list.updatedAt ?? 0) < (this.list.updatedAt ?? 0)) return;
    if (list.updatedAt === this.list.updatedAt && list.version < this.list.version) return;
    this.list = list;
    this.takenAt = this.clock.elapsed();
    if (list.upstreamNow !== undefined) {
      this.received = { upstreamAt: list.upstreamNow, at: this.takenAt };
      upstreamClockOffsetSeconds.set((this.clock.now() - list.upstreamNow) / 1_000);
    }
    this.report();
  }

  /** Records whether this replica's polls fail; operators are alerted even while another's succeed. */
  see(isBlind: boolean): void {
    this.isBlind = isBlind;
    this.report();
  }

  private report(): void {
    alertsOk.set(this.ok && !this.isBlind ? 1 : 0);
    alertsSetAside.set(this.list.setAside.length);
    alertEventsStuck.set(this.list.eventsStuckSince === undefined ? 0 : 1);
    if (this.list.updatedAt !== undefined) alertsUpdatedSeconds.set(this.list.updatedAt / 1_000);
  }

  private get ok(): boolean {
    const { updatedAt, failures, passedForMs } = this.list;
    const isWell = failures === 0 || (failures === 1 && this.clock.elapsed() - this.takenAt < passedForMs);
    return isWell && updatedAt !== undefined && this.upstreamNow() - updatedAt < believedForMs;
  }

  private unlisted(): Alert[] {
    const now = this.upstreamNow();
    return this.list.unlisted
      .filter((alert) => phaseOf(alert, now) !== 'over')
      .map(this.withSpanish)
      .sort(byDanger(now));
  }

  private active(): ActiveAlert[] {
    const now = this.upstreamNow();
    if (this.list.updatedAt !== undefined && now - this.list.updatedAt > oldestMs) return [];
    return this.list.alerts
      .filter((alert) => isActive(alert, now))
      .map(this.withSpanish)
      .sort(byDanger(now));
  }

  private readonly withSpanish = <AlertType extends Alert>(alert: AlertType): AlertType => {
    const spanishText = this.list.spanishTexts.get(alert.id);
    return spanishText === undefined ? alert : { ...alert, spanishText };
  };
}

const isoOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();
