/** Chooses the one replica that polls the providers; the others serve what it stored. */
import { Inject, Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { newId } from '@site/platform/base/ids';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { Lease } from '@site/platform/data/lease';
import { WorkLoop } from '@site/platform/jobs/work-loop';
import { Subject } from 'rxjs';
import { DataSource } from 'typeorm';

/** In seconds. A killed leader is replaced after this and a check. */
const lease = new Lease({ holder: 'holder', until: 'held_until' }, 7);
const checkMs = 2_000;
/** How long a leader that yielded leaves the lease to the others. */
const yieldMs = 3_000;

/** Returns an SQL condition: no other replica has become the leader. */
export const isLeader = (holder: string): string =>
  `EXISTS (SELECT FROM weather_leader AS leader WHERE ${lease.isOwnedBy(holder, 'leader')})`;

/** One lease for all pollers. */
@Injectable()
export class WeatherLeader implements OnModuleInit, BeforeApplicationShutdown {
  readonly holder = newId();
  /** Emits when this replica starts or stops polling. */
  readonly changes = new Subject<void>();
  private role: 'leader' | 'standby' = 'standby';
  private isDatabaseAway = false;
  private yieldedAt = -Infinity;
  private readonly loop: WorkLoop;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.loop = new WorkLoop({ name: 'weather-leader', logger, intervalMs: checkMs, runOnce: () => this.check() });
  }

  /** As of the last check; a leader stays one while the database is away. */
  get isLeading(): boolean {
    return this.role === 'leader';
  }

  /** Without the database every replica polls: redundant calls are better than old weather. */
  get mayPoll(): boolean {
    return this.isLeading || this.isDatabaseAway;
  }

  /** Whether this replica leads according to the database. */
  get isConfirmed(): boolean {
    return this.isLeading && !this.isDatabaseAway;
  }

  async onModuleInit(): Promise<void> {
    await this.loop.start();
  }

  /** After the pollers have stopped. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.loop.stop();
    await this.release().catch(() => undefined);
  }

  /** Checks now, because the leader may have yielded. */
  wake(): void {
    if (!this.isLeading) this.loop.wake();
  }

  /** Lets another replica lead. This one continues until another does, and takes the lease again if none does. */
  async yield(): Promise<void> {
    if (!this.isConfirmed) return;
    this.yieldedAt = performance.now();
    await this.release();
  }

  private async release(): Promise<void> {
    await this.dataSource.query(`UPDATE weather_leader SET ${lease.release} WHERE ${lease.isOwnedBy('$1')}`, [
      this.holder,
    ]);
  }

  private async check(): Promise<void> {
    const mayPoll = this.mayPoll;
    const wasLeading = this.isLeading;
    try {
      this.role = (await this.acquire()) ? 'leader' : 'standby';
      this.isDatabaseAway = false;
    } catch (error) {
      this.isDatabaseAway = true;
      throw error;
    } finally {
      if (mayPoll !== this.mayPoll || wasLeading !== this.isLeading) this.changes.next();
    }
  }

  private async acquire(): Promise<boolean> {
    if (performance.now() - this.yieldedAt < yieldMs) {
      const others = await this.dataSource.query<unknown[]>('SELECT FROM weather_leader WHERE holder <> $1', [
        this.holder,
      ]);
      return others.length === 0;
    }
    const rows = await this.dataSource.query<unknown[]>(
      `INSERT INTO weather_leader AS leader (id, holder, held_until) VALUES (1, $1, ${lease.end})
       ON CONFLICT (id) DO UPDATE SET ${lease.take('$1')}
       WHERE ${lease.isOwnedBy('$1', 'leader')} OR ${lease.isFree('leader')} RETURNING id`,
      [this.holder],
    );
    return rows.length > 0;
  }
}
