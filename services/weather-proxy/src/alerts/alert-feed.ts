import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { announce } from '@site/platform/changes';
import { LOGGER, type Logger } from '@site/platform/tokens';
import type { ListAlertsResponse } from '@site/proto/gen/nest/weather/v1/alerts';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock.js';
import { CONFIG, type Config } from '../config.js';
import type { AlertsAtPlace } from '../forecasts/answer.js';
import type { Place } from '../forecasts/place-forecast.js';
import { readLastGood, saveLastGood } from '../last-good.js';
import { alertsOk, alertsUpdatedSeconds } from '../upstream/metrics.js';
import { bySeverity, concerns, isActive, isCovered, readAlerts, type ActiveAlert } from './active-alert.js';

/** A provider of the alerts in force for Arkansas. */
export interface AlertSource {
  /** As it appears in `source`. */
  readonly name: string;
  /** @param now milliseconds since 1970 UTC: a list that claims to be newer is none */
  fetchActive(now: number, deadline: AbortSignal): Promise<unknown[]>;
}

/** Provides the source of alerts. */
export const ALERT_SOURCE = Symbol('alert source');

/** "No alerts" is believed for this long after the last successful attempt. */
const believedForMs = 5 * 60_000;
/** After a failure the next attempt comes sooner than usual, at the pace of the breaker. */
const afterFailureMs = 10_000;
const attemptMs = 4_000;
/** A list this old is forgotten, open-ended alerts too. */
const oldestMs = 24 * 3_600_000;

/** The key of the last good list. The number is the version of `ActiveAlert`. */
const key = 'alerts/1/AR';

/**
 * The alerts of the whole state, fetched in the background and answered from memory. Safety data: what is known stays until
 * it ends, and that there is nothing is said only when the provider has just said so (`docs/architecture.md`, Weather).
 */
@Injectable()
export class AlertFeed implements OnModuleInit, OnModuleDestroy {
  private alerts: ActiveAlert[] = [];
  /** The latest successful attempt, in this process or an earlier one. */
  private updatedAt: number | undefined;
  private latestSucceeded: boolean | undefined;
  private source = '';
  private announced: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;
  private stopped = false;

  constructor(
    @Inject(ALERT_SOURCE) private readonly provider: AlertSource,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onModuleInit(): Promise<void> {
    try {
      const kept = await readLastGood<{ source: string; alerts: ActiveAlert[] }>(this.dataSource, key);
      if (kept) this.take(kept.body.alerts, kept.body.source, Date.parse(kept.fetchedAt));
    } catch (error) {
      this.logger.warn({ err: error }, 'the last good alerts could not be read');
    }
    this.polling = this.pollAndSchedule();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.polling;
  }

  /** Every alert that has not ended, most severe first. */
  list(): ListAlertsResponse {
    return {
      ok: this.ok,
      updatedAt: this.updatedAt === undefined ? undefined : new Date(this.updatedAt).toISOString(),
      source: this.source,
      alerts: this.active(),
    };
  }

  /** Whether the latest attempt came to nothing. */
  get isFailing(): boolean {
    return this.latestSucceeded === false;
  }

  /** The alerts for a place. Outside Arkansas we know of none, and say so by `ok: false`. */
  at(place: Place): AlertsAtPlace {
    return {
      ok: this.ok && isCovered(place),
      fetchedAt: this.updatedAt === undefined ? undefined : new Date(this.updatedAt).toISOString(),
      alerts: this.active().filter((alert) => concerns(alert, place)),
    };
  }

  /** Asks the provider once, now. Never rejects: a failure only means that "no alerts" can no longer be said. */
  async poll(): Promise<void> {
    const askedAt = this.clock.now();
    try {
      const { alerts, unreadable, replaced } = readAlerts(
        await this.provider.fetchActive(askedAt, AbortSignal.timeout(attemptMs)),
      );
      this.latestSucceeded = unreadable === 0;
      if (unreadable > 0) this.logger.error({ unreadable }, 'alerts that cannot be read: the list is not complete');
      // The one that cannot be read may be one that we know: what is known stays until it ends or is taken back.
      const listed = new Set(alerts.map(({ id }) => id));
      const missing = unreadable > 0 ? this.alerts.filter(({ id }) => !listed.has(id) && !replaced.has(id)) : [];
      this.take([...alerts, ...missing], this.provider.name, unreadable === 0 ? askedAt : this.updatedAt);
    } catch (error) {
      if (this.latestSucceeded !== false) this.logger.warn({ err: error }, 'the alerts could not be fetched');
      this.latestSucceeded = false;
    }
    alertsOk.set(this.ok ? 1 : 0);
    if (this.updatedAt !== undefined) alertsUpdatedSeconds.set(this.updatedAt / 1_000);
    await this.keepAndAnnounce();
  }

  private get ok(): boolean {
    return (
      this.latestSucceeded === true && this.updatedAt !== undefined && this.clock.now() - this.updatedAt < believedForMs
    );
  }

  private active(): ActiveAlert[] {
    const now = this.clock.now();
    if (this.updatedAt !== undefined && now - this.updatedAt > oldestMs) return [];
    return this.alerts.filter((alert) => isActive(alert, now));
  }

  private take(alerts: ActiveAlert[], source: string, updatedAt: number | undefined): void {
    this.alerts = alerts.sort(bySeverity);
    this.source = source;
    this.updatedAt = updatedAt;
  }

  /** Keeps the list for the next start, and tells the gateways when what they would be answered has changed. */
  private async keepAndAnnounce(): Promise<void> {
    const signature = createHash('sha256')
      .update(JSON.stringify([this.ok, this.active()]))
      .digest('hex');
    const changed = signature !== this.announced;
    try {
      await this.dataSource.transaction(async (manager) => {
        if (this.ok && this.updatedAt !== undefined) {
          const body = { source: this.source, alerts: this.alerts };
          await saveLastGood(manager, key, body, new Date(this.updatedAt).toISOString());
        }
        if (changed) await announce(manager, 'alerts');
      });
      this.announced = signature;
    } catch (error) {
      this.logger.warn({ err: error }, 'the alerts could not be kept');
    }
  }

  private async pollAndSchedule(): Promise<void> {
    await this.poll();
    if (this.stopped) return;
    const usualMs = this.config.ALERTS_POLL_SECONDS * 1_000;
    const waitMs = this.latestSucceeded ? usualMs : Math.min(usualMs, afterFailureMs);
    this.timer = setTimeout(() => {
      this.polling = this.pollAndSchedule();
    }, waitMs);
  }
}
