import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import type { Alert, ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import { phaseOf } from '@site/domain/weather/alert-times';
import { byDanger } from '@site/domain/weather/danger';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.js';
import type { Place } from '../readings/place-forecast.js';
import { alertsOk, alertsUpdatedSeconds, sourceClockOffsetSeconds } from '../upstream/metrics.js';
import { concerns, isActive, isCovered, type ActiveAlert } from './messages/active-alert.js';
import { readList, type KnownList } from './alert-list.js';

/** The alerts that go with a forecast, and whether their absence means anything. */
export interface AlertsAtPlace {
  ok: boolean;
  fetchedAt?: string;
  /** What the source's clock says now, RFC 3339 UTC; absent when it has never told us. */
  sourceTime?: string;
  alerts: Alert[];
}

/** "No alerts" is believed this long after the last successful look. */
const believedForMs = 5 * 60_000;
/** A list this old is dropped, open-ended alerts and all. */
const oldestMs = 24 * 3_600_000;
/** How long an answer waits for the database to say whether there is a newer list. */
const databaseWaitMs = 400;

/**
 * The alerts of the whole state, answered from memory after a glance at the one row that all replicas share. This is
 * safety data: an alert stays until it ends, and "no alerts" is said only when the source has just said so. All times
 * are by the source's clock, since ours may be wrong.
 */
@Injectable()
export class AlertFeed {
  private list: KnownList = {
    version: -1,
    listVersion: -1,
    source: '',
    alerts: [],
    unlisted: [],
    validators: {},
    failures: 0,
    passedForMs: 0,
  };
  /** When that list arrived, by our stopwatch. */
  private takenAt = 0;
  /** What the source's clock said, and when we heard it by our stopwatch. */
  private heard: { sourceAt: number; at: number } | undefined;
  private isBlind = false;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Every alert that has not ended, the most dangerous first. */
  async answer(): Promise<ListAlertsResponse> {
    await this.refresh();
    const { updatedAt, source, version } = this.list;
    return {
      ok: this.ok,
      updatedAt: isoOf(updatedAt),
      source: updatedAt === undefined ? '' : source,
      alerts: this.active(),
      sourceTime: isoOf(this.expectedSourceTime),
      version: Math.max(0, version),
      unlisted: this.unlisted(),
    };
  }

  /** The alerts for a place. We know of none outside the state, and say so with `ok: false`. */
  at(place: Place): AlertsAtPlace {
    const [fetchedAt, sourceTime] = [isoOf(this.list.updatedAt), isoOf(this.expectedSourceTime)];
    return {
      ok: this.ok && isCovered(place),
      ...(fetchedAt && { fetchedAt }),
      ...(sourceTime && { sourceTime }),
      alerts: this.active().filter((alert) => concerns(alert, place)),
    };
  }

  /** The list as it was last read or seen. */
  get known(): KnownList {
    return this.list;
  }

  /** Whether the latest look failed. */
  get isFailing(): boolean {
    return this.list.failures > 0 || this.isBlind;
  }

  /** What the source's clock says now, milliseconds since 1970 UTC; ours until we have heard it. */
  sourceNow(): number {
    return this.expectedSourceTime ?? this.clock.now();
  }

  /** What the source's clock should say by now, RFC 3339 UTC; undefined if nobody has ever heard it. */
  async sourceTime(): Promise<string | undefined> {
    if (!this.heard) await this.refresh();
    return isoOf(this.expectedSourceTime);
  }

  /** What the source's clock should say by now; undefined until we have heard it. */
  private get expectedSourceTime(): number | undefined {
    return this.heard && this.heard.sourceAt + (this.clock.elapsed() - this.heard.at);
  }

  /** Reads the shared list. Never rejects: without the database, what is known here still stands. */
  async refresh(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, databaseWaitMs);
    });
    const reading = readList(this.dataSource, this.list).then(
      (list) => list && this.take(list),
      (error: unknown) => this.logger.debug({ err: error }, 'the alert list could not be read'),
    );
    await Promise.race([reading, tooLate]);
    clearTimeout(timer);
  }

  /** Takes a list unless it is older than ours: a row from before a database restore or outage changes nothing. */
  take(list: KnownList): void {
    if ((list.updatedAt ?? 0) < (this.list.updatedAt ?? 0)) return;
    if (list.updatedAt === this.list.updatedAt && list.version < this.list.version) return;
    this.list = list;
    this.takenAt = this.clock.elapsed();
    if (list.sourceNow !== undefined) {
      this.heard = { sourceAt: list.sourceNow, at: this.takenAt };
      sourceClockOffsetSeconds.set((this.clock.now() - list.sourceNow) / 1_000);
    }
    this.report();
  }

  /** Notes whether this replica's own looks fail, even while another replica's succeed: operators are alerted to it. */
  see(isBlind: boolean): void {
    this.isBlind = isBlind;
    this.report();
  }

  private report(): void {
    alertsOk.set(this.ok && !this.isBlind ? 1 : 0);
    if (this.list.updatedAt !== undefined) alertsUpdatedSeconds.set(this.list.updatedAt / 1_000);
  }

  private get ok(): boolean {
    const { updatedAt, failures, passedForMs } = this.list;
    const isWell = failures === 0 || (failures === 1 && this.clock.elapsed() - this.takenAt < passedForMs);
    return isWell && updatedAt !== undefined && this.sourceNow() - updatedAt < believedForMs;
  }

  /** The alerts that left the list without a cancellation, until their own end. */
  private unlisted(): Alert[] {
    const now = this.sourceNow();
    return this.list.unlisted.filter((alert) => phaseOf(alert, now) !== 'over').sort(byDanger(now));
  }

  private active(): ActiveAlert[] {
    const now = this.sourceNow();
    if (this.list.updatedAt !== undefined && now - this.list.updatedAt > oldestMs) return [];
    return this.list.alerts.filter((alert) => isActive(alert, now)).sort(byDanger(now));
  }
}

const isoOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();
