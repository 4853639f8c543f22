import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { keepDeletedDays } from '@site/platform/trash';
import { LOGGER, type Logger } from '@site/platform/tokens';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from './clock.js';
import { resetsKeptHours } from '../passwords/reset-limits.js';
import { attemptsKeptHours } from './sign-in-limits.js';

const everyMs = 3_600_000;
/** Long enough to answer "was that me?", and for the networks that count as familiar. */
const sessionsKeptDays = 30;

/** Forgets what is no longer needed: it holds addresses of people. Deleted people go when the trash lets go of them. */
@Injectable()
export class SessionSweep implements OnModuleInit, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) =>
        this.logger.warn({ err: error }, 'what is past its time could not be removed'),
      );
    }, everyMs);
    this.timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async sweep(): Promise<void> {
    const hoursAgo = (hours: number) => new Date(this.clock().getTime() - hours * 3_600_000);
    await this.dataSource.query('DELETE FROM sign_in_attempts WHERE at < $1', [hoursAgo(attemptsKeptHours)]);
    await this.dataSource.query('DELETE FROM sessions WHERE expires_at < $1', [hoursAgo(sessionsKeptDays * 24)]);
    await this.dataSource.query('DELETE FROM password_resets WHERE requested_at < $1', [hoursAgo(resetsKeptHours)]);
    await this.dataSource.query(`DELETE FROM people WHERE deleted_at < now() - interval '${keepDeletedDays} days'`);
  }
}
