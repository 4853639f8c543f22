import { withDeadline } from '@site/platform/base/deadline';
import type { Logger } from '@site/platform/base/tokens';
import { Listener } from '@site/platform/data/changes';
import type { DataSource } from 'typeorm';
import type { AddressSeal } from '../channels/address-seal.js';
import {
  batchSize,
  claimDue,
  messageFor,
  outboxChannelOf,
  recordAsked,
  recordGone,
  recordLater,
  recordRefused,
  type DueConfirmation,
} from './confirmation-outbox.js';
import type { ConfirmationFate, ConfirmationMessage, Confirmations } from './confirmations.js';
import { readWishes } from './wishes.js';

export interface RelayParts {
  dataSource: DataSource;
  seal: AddressSeal;
  confirmations: Confirmations;
  logger: Logger;
}

const lookEveryMs = 1_000;
/** Longer than any push service or mail server is given, shorter than the lease. */
const deadlineMs = 30_000;

/**
 * Sends the questions to channels that sign-ups have left, as soon as they are committed. Part of the sender; any number may run.
 */
export class ConfirmationRelay {
  private readonly listener: Listener;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private failing = false;

  constructor(private readonly parts: RelayParts) {
    const { dataSource, logger } = parts;
    this.listener = new Listener((dataSource.options as { url: string }).url, [outboxChannelOf(dataSource)], {
      onNotice: () => this.wake(),
      onConnected: () => this.wake(),
      onError: (error) => logger.warn({ err: error }, 'the relay of confirmations lost its wake-up connection'),
    });
  }

  async start(): Promise<void> {
    await this.listener.start();
    this.timer = setInterval(() => this.wake(), lookEveryMs);
  }

  /** Takes up nothing more and finishes what is under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.listener.stop();
    await this.running;
  }

  /** Sends what is due; if called during a round, there is one more afterwards. */
  private wake(): void {
    if (this.stopped) return;
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.sendAll().finally(() => {
      this.running = undefined;
      if (!this.again) return;
      this.again = false;
      this.wake();
    });
  }

  private async sendAll(): Promise<void> {
    const { dataSource, logger } = this.parts;
    try {
      for (let taken = batchSize; taken === batchSize && !this.stopped;) {
        const due = await claimDue(dataSource);
        await Promise.all(due.map((one) => this.send(one)));
        taken = due.length;
      }
      this.failing = false;
    } catch (error) {
      // Logged once, not every second: the rows stay where they are.
      if (!this.failing) logger.warn({ err: error }, 'confirmations cannot be taken from the database');
      this.failing = true;
    }
  }

  private async send(due: DueConfirmation): Promise<void> {
    const { dataSource, logger } = this.parts;
    const fate = await this.ask(due);
    if (fate === 'accepted') await recordAsked(dataSource, due);
    else if (fate === 'gone') await recordGone(dataSource, due);
    else if (fate === 'later') await recordLater(dataSource, due);
    else {
      logger.warn({ channelId: due.channelId, kind: due.kind }, 'a question to a channel was refused');
      await recordRefused(dataSource, due);
    }
  }

  private async ask(due: DueConfirmation): Promise<ConfirmationFate> {
    const { dataSource, seal, logger } = this.parts;
    try {
      const wishes = due.wishes ?? (await readWishes(dataSource.manager, due.subscriberId));
      // Ended in the meantime.
      if (!wishes) return 'accepted';
      return await withDeadline(this.hand(await messageFor(dataSource, seal, due, wishes)), deadlineMs);
    } catch (error) {
      logger.warn({ err: error, channelId: due.channelId, kind: due.kind }, 'a channel could not be asked');
      return 'later';
    }
  }

  private async hand(message: ConfirmationMessage): Promise<ConfirmationFate> {
    const { confirmations } = this.parts;
    if (message.kind === 'push') return confirmations.push(message);
    if (message.kind === 'mail') return confirmations.mail(message);
    return (await confirmations.text?.(message)) ?? 'later';
  }
}
