/** Fetches the Spanish texts of alerts. */
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { metrics } from '@site/platform/base/metrics';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { announce, ChangeFeed } from '@site/platform/data/changes';
import { safetyPollMs, WorkLoop } from '@site/platform/jobs/work-loop';
import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';
import type { Subscription } from 'rxjs';
import { DataSource } from 'typeorm';
import { AlertFeed } from '../alert-feed.js';
import { bumpVersion } from '../alert-list.js';
import { isActive, type ActiveAlert } from '../messages/active-alert.js';
import { isFromNwws } from '../messages/nwws-id.js';
import { readCap } from './cap-message.js';
import { claim, maxAttempts, saveOutcome, type SpanishOutcome } from './spanish-store.js';
import { spanishParameter, spanishTextOf, type EnglishAlert, type SpanishFinding } from './spanish-text.js';

/** Fetches a message of the list as CAP 1.2 XML. */
export type FetchCap = (alertId: string, deadline: AbortSignal) => Promise<Buffer>;
export const FETCH_CAP = Symbol('fetch CAP');

const outcomes = new Counter({
  name: 'weather_alert_spanish_total',
  help: 'Alerts that reached phones as wireless emergency alerts, by what became of their Spanish text',
  labelNames: ['outcome'],
  registers: [metrics],
});

const deadlineMs = 5_000;
const maxPerBatch = 20;
/** More than an outbreak's. */
const maxSettledAlerts = 5_000;

/**
 * Adds the weather service's own Spanish text to alerts after they are public. The list has it as a parameter, or the
 * alert's CAP message in a block `es-US`. Each message is fetched once, by one replica.
 */
@Injectable()
export class SpanishAlertText implements OnModuleInit, OnModuleDestroy {
  private readonly settled = new LRUCache<string, true>({ max: maxSettledAlerts });
  private readonly loop: WorkLoop;
  private notices: Subscription | undefined;

  constructor(
    @Inject(FETCH_CAP) private readonly fetchCap: FetchCap,
    @Inject(AlertFeed) private readonly feed: AlertFeed,
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(ChangeFeed) private readonly changes: ChangeFeed,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new WorkLoop({
      name: 'spanish-texts',
      logger,
      intervalMs: safetyPollMs(),
      runOnce: () => this.runOnce(),
    });
  }

  async onModuleInit(): Promise<void> {
    this.notices = this.changes.notices.subscribe(({ topic }) => {
      if (topic === 'alerts' || topic === '*') this.loop.wake();
    });
    await this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.notices?.unsubscribe();
    await this.loop.stop();
  }

  /** Returns whether there may be more to do. */
  private async runOnce(): Promise<boolean> {
    await this.feed.refresh();
    const now = this.feed.upstreamNow();
    const pending = this.feed.known.alerts
      .filter((alert) => alert.wireless && !isFromNwws(alert.id) && !this.settled.has(alert.id))
      .filter((alert) => isActive(alert, now));
    if (pending.length === 0) return false;
    const { claimed, settled } = await claim(
      this.dataSource,
      pending.map(({ id }) => id),
      maxPerBatch,
    );
    for (const id of settled) this.settled.set(id, true);
    for (const alert of pending) {
      const attempt = claimed.get(alert.id);
      if (attempt !== undefined && !this.loop.isStopped) await this.settle(alert, attempt);
    }
    return claimed.size === maxPerBatch;
  }

  private async settle(alert: ActiveAlert, attempt: number): Promise<void> {
    const english = englishOf(alert);
    const finding = spanishParameter(english) ?? (await this.fromCap(alert.id, english, attempt));
    if (finding === 'retried') return;
    const outcome = outcomeOf(finding);
    const text = typeof finding === 'object' && 'text' in finding ? finding.text : null;
    await this.dataSource.transaction(async (manager) => {
      await saveOutcome(manager, alert.id, outcome, text);
      if (text === null) return;
      await bumpVersion(manager);
      await announce(manager, 'alerts');
    });
    this.settled.set(alert.id, true);
    outcomes.inc({ outcome });
    if (outcome !== 'shown' && outcome !== 'absent')
      this.logger.warn({ alertId: alert.id, reason: outcome }, 'an alert has no usable Spanish text: shown in English');
  }

  private async fromCap(
    id: string,
    english: EnglishAlert,
    attempt: number,
  ): Promise<SpanishFinding | 'retried' | 'unreachable'> {
    let xml: Buffer;
    try {
      xml = await this.fetchCap(id, AbortSignal.timeout(deadlineMs));
    } catch (error) {
      this.logger.debug({ err: error, alertId: id }, 'the CAP message could not be fetched');
      return attempt < maxAttempts ? 'retried' : 'unreachable';
    }
    try {
      return spanishTextOf(readCap(xml), english);
    } catch (error) {
      this.logger.debug({ err: error, alertId: id }, 'the CAP message could not be read');
      return { rejected: 'unreadable' };
    }
  }
}

const englishOf = ({ event, eventCodes, endsAt, wireless }: ActiveAlert): EnglishAlert => ({
  event,
  eventCodes,
  passages: wireless?.references ?? [],
  ends: [endsAt, wireless?.expires].flatMap((end) => end ?? []),
});

function outcomeOf(finding: Exclude<SpanishFinding | 'unreachable', 'retried'>): SpanishOutcome {
  if (finding === undefined) return 'absent';
  if (finding === 'unreachable') return finding;
  return 'text' in finding ? 'shown' : finding.rejected;
}
