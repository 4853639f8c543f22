/** Sends confirmations of sign-ups, with retries and within the daily budgets. */
import { withDeadline } from '@site/platform/base/deadline';
import type { Logger } from '@site/platform/base/injection-tokens';
import { channelOf } from '@site/platform/data/listener';
import { safetyPollMs, soonMs, WorkLoop, type FailedRows } from '@site/platform/jobs/work-loop';
import type { DataSource } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import {
  claimDue,
  messageFor,
  recordSentConfirmation,
  endMissingChannel,
  scheduleRetry,
  recordRejection,
  type DueConfirmation,
} from './confirmation-outbox.js';
import type { ConfirmationBudgets } from './confirmation-limits.js';
import type { ConfirmationFate, SendConfirmation } from './confirmations.js';
import { readPreferences } from './preferences.js';

export interface RelayParts {
  dataSource: DataSource;
  seal: AddressSeal;
  send: SendConfirmation;
  budgets: ConfirmationBudgets;
  logger: Logger;
}

/** Longer than the timeouts of push services and mail servers, shorter than the lease. */
const deadlineMs = 30_000;

/** Sends confirmations as soon as they are committed. Any number may run. */
export class ConfirmationRelay {
  private readonly loop: WorkLoop;
  private readonly intervalMs = safetyPollMs();

  constructor(private readonly parts: RelayParts) {
    const { dataSource, logger } = parts;
    this.loop = new WorkLoop({
      name: 'confirmations',
      logger,
      intervalMs: this.intervalMs,
      retryMs: soonMs,
      wakeOn: { dataSource, channel: channelOf(dataSource, 'confirmations') },
      runOnce: (rows) => this.sendDue(rows),
    });
  }

  start = () => this.loop.start();

  stop = () => this.loop.stop();

  /** @returns true to poll again immediately, otherwise the delay in milliseconds */
  private async sendDue(rows: FailedRows): Promise<boolean | number> {
    const { claimed, isMore, dueInMs } = await claimDue(this.parts.dataSource, this.parts.budgets, rows);
    // Before an outage ends the round: their messages may have been sent.
    const ended = await Promise.allSettled(claimed.map((due) => this.trySend(rows, due)));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
    // Retries are due within seconds.
    if (isMore || claimed.length > 0) return true;
    if (dueInMs === null) return this.intervalMs;
    // Another relay has it.
    return dueInMs > 0 ? Math.min(dueInMs, this.intervalMs) : soonMs;
  }

  private async trySend(rows: FailedRows, due: DueConfirmation): Promise<void> {
    const { failed } = await rows.attempt(due.channelId, () => this.send(due));
    // May have been sent, so the next attempt waits longer.
    if (failed) await rows.attempt(`later:${due.channelId}`, () => scheduleRetry(this.parts.dataSource, due));
  }

  private async send(due: DueConfirmation): Promise<void> {
    const { dataSource, logger } = this.parts;
    const fate = await this.deliver(due);
    if (fate === 'accepted') await recordSentConfirmation(dataSource, due);
    else if (fate === 'gone') await endMissingChannel(dataSource, due);
    else if (fate === 'later') await scheduleRetry(dataSource, due);
    else {
      logger.warn({ channelId: due.channelId, kind: due.kind }, 'a confirmation was refused');
      await recordRejection(dataSource, due);
    }
  }

  private async deliver(due: DueConfirmation): Promise<ConfirmationFate> {
    const { dataSource, seal, send, logger } = this.parts;
    try {
      const preferences = due.preferences ?? (await readPreferences(dataSource.manager, due.subscriberId));
      // Ended meanwhile.
      if (!preferences) return 'accepted';
      return await withDeadline(send(await messageFor(dataSource, seal, due, preferences)), deadlineMs);
    } catch (error) {
      logger.warn({ err: error, channelId: due.channelId, kind: due.kind }, 'a confirmation could not be sent');
      return 'later';
    }
  }
}
