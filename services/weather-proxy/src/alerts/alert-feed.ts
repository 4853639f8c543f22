import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/tokens';
import type { ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import { byDanger } from '@site/proto/weather/v1/danger';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.js';
import type { AlertsAtPlace } from '../forecasts/answer.js';
import type { Place } from '../forecasts/place-forecast.js';
import { alertsOk, alertsUpdatedSeconds, sourceClockOffsetSeconds } from '../upstream/metrics.js';
import { concerns, isActive, isCovered, type ActiveAlert } from './active-alert.js';
import { readList, type KnownList } from './alert-list.js';

/** "No alerts" is believed for this long after the last successful look. */
const believedForMs = 5 * 60_000;
/** A list this old is forgotten, open-ended alerts too. */
const oldestMs = 24 * 3_600_000;
/** How long an answer waits for the database to say whether there is a newer list. */
const databaseWaitMs = 400;

/**
 * The alerts of the whole state as the installation knows them: answered from memory, after a glance at the one row that all
 * replicas share. Safety data: what is known stays until it ends, and that there is nothing is said only when the source has
 * just said so (`docs/architecture.md`, Weather). All moments are of the source's clock: ours may be wrong.
 */
@Injectable()
export class AlertFeed {
  private list: KnownList = {
    version: -1,
    listVersion: -1,
    source: '',
    alerts: [],
    validators: {},
    failures: 0,
    passedForMs: 0,
  };
  /** When that list came, by our stopwatch. */
  private takenAt = 0;
  /** What the source's clock said, and when that was by our stopwatch. */
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
    };
  }

  /** The alerts for a place. Outside Arkansas we know of none, and say so by `ok: false`. */
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

  /** Whether the latest look came to nothing. */
  get isFailing(): boolean {
    return this.list.failures > 0 || this.isBlind;
  }

  /** What the source's clock says now, milliseconds since 1970 UTC; ours until it was heard. */
  sourceNow(): number {
    return this.expectedSourceTime ?? this.clock.now();
  }

  /** What the source's clock should say by now; undefined until it was heard. */
  private get expectedSourceTime(): number | undefined {
    return this.heard && this.heard.sourceAt + (this.clock.elapsed() - this.heard.at);
  }

  /** Reads the installation's list. Never rejects: without the database what is known here goes on. */
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

  /** Takes a list, unless it is older than what is known: one from before a restore or an outage of the database changes nothing. */
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

  /** Notes whether this replica's own looks fail, even while another one's are answered: that rings. */
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

  private active(): ActiveAlert[] {
    const now = this.sourceNow();
    if (this.list.updatedAt !== undefined && now - this.list.updatedAt > oldestMs) return [];
    return this.list.alerts.filter((alert) => isActive(alert, now)).sort(byDanger(now));
  }
}

const isoOf = (ms: number | undefined): string | undefined =>
  ms === undefined ? undefined : new Date(ms).toISOString();
