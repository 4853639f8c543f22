import { newId } from '@site/platform/base/ids';
import { announce, type ChangeFeed } from '@site/platform/data/changes';
import type { Logger } from '@site/platform/base/tokens';
import { WorkLoop } from '@site/platform/jobs/work-loop';
import type { Subscription } from 'rxjs';
import type { DataSource } from 'typeorm';
import { furthestAheadMs, wallAgeMs, type Clock } from '../clock.js';
import { readLastGood, saveLastGood } from './last-good.js';
import { inTurn, takeTurn, type Wait, type Wish } from './turns.js';

/** What is known of a thing that is asked for from time to time. */
export interface PolledState<Value> {
  /** The last good value; undefined when there never was one, or it is too old to be shown. */
  value: Value | undefined;
  /** When it was asked for, milliseconds since 1970 UTC; 0 when never. */
  fetchedAt: number;
  /** The latest attempt failed, or none was made when several were due. */
  isStale: boolean;
}

export interface PolledRules<Value> {
  /** Of the last good value, with the version of its shape: "outlook/1/day1". */
  key: string;
  /** Told to the gateways when what is known changes. */
  topic: string;
  everyMs: number;
  /** A value older than this is not shown. */
  keepMs: number;
  /** Asks the provider. `known` is the value of before, for one that builds on it. */
  load: (known: Value | undefined) => Promise<Value>;
  /** Whether parts are missing for which it is worth asking again soon. */
  isIncomplete?: (value: Value) => boolean;
  /** What is logged when it fails. */
  complaint: string;
}

export interface PolledParts {
  dataSource: DataSource;
  clock: Clock;
  logger: Logger;
  /** Tells when another replica has something new. */
  changes: Pick<ChangeFeed, 'notices'>;
}

/** The wait after a first failure; doubled after each further one, up to the usual interval. */
const retryMs = 60_000;
/** How often a replica whose turn it is not looks at what the others have, should their notices get lost. */
const lookMs = 15_000;
/** Replicas that have nothing to show look and ask more often. */
const [lookWithNothingMs, urgentGapMs] = [1_000, 5_000];
/** How long after a turn is due, or its holder silent, another replica takes it. */
const [afterDueMs, afterHoldMs] = [1_000, 300];
/** So many rounds must have been missed before a value counts as old, whatever the reason. */
const missedRounds = 3;

/**
 * Asks a provider in the background and answers from memory. Of several replicas one asks, and the others take what it saved as
 * soon as it says so; when it dies another asks within seconds. The last good value outlives failures and restarts.
 */
export class Polled<Value extends object> {
  /** The last good value; `askedAt` is by the clock that is never set back. */
  private known: { value: Value; fetchedAt: number; askedAt: number } | undefined;
  private failuresInARow = 0;
  private incompleteInARow = 0;
  private announced: string | undefined;
  private readonly loop: WorkLoop;
  private readonly holder = newId();
  private notices: Subscription | undefined;

  constructor(
    private readonly rules: PolledRules<Value>,
    private readonly parts: PolledParts,
  ) {
    const { topic: name, everyMs } = rules;
    this.loop = new WorkLoop({ name, logger: parts.logger, everyMs, round: () => this.pollAndWait() });
  }

  /** Takes what an earlier process knew, then asks and goes on asking. Resolves before the first answer is there. */
  async start(): Promise<void> {
    await this.takeKept();
    this.notices = this.parts.changes.notices.subscribe(({ topic }) => {
      if (topic === this.rules.topic || topic === '*') void this.takeNews();
    });
    await this.loop.start();
  }

  async stop(): Promise<void> {
    this.notices?.unsubscribe();
    await this.loop.stop();
  }

  get state(): PolledState<Value> {
    const { everyMs, keepMs } = this.rules;
    const ageMs = this.known ? this.parts.clock.elapsed() - this.known.askedAt : Infinity;
    return {
      value: ageMs <= keepMs ? this.known?.value : undefined,
      fetchedAt: this.known?.fetchedAt ?? 0,
      isStale: this.failuresInARow > 0 || ageMs > missedRounds * everyMs,
    };
  }

  /** One round: asks when it is this replica's turn, else takes what another one saved. Never rejects. */
  private async poll(): Promise<'asked' | Wait> {
    const { dataSource, clock, logger } = this.parts;
    const wish: Wish = { key: this.rules.key, holder: this.holder, now: clock.now(), gapMs: this.gapMs };
    try {
      const wait = await takeTurn(dataSource.manager, wish);
      if (wait) {
        await this.takeNews();
        return wait;
      }
    } catch (error) {
      // Without the database every replica asks for itself: old weather would be worse than a call too many.
      logger.debug({ err: error }, 'the turns of the replicas are not known');
      await this.ask(wish.now);
      return 'asked';
    }
    await inTurn(dataSource.manager, wish, () => this.ask(wish.now));
    return 'asked';
  }

  /** @param fetchedAt milliseconds since 1970 UTC */
  private async ask(fetchedAt: number): Promise<void> {
    const { key, load, isIncomplete, complaint } = this.rules;
    const { dataSource, logger, clock } = this.parts;
    const askedAt = clock.elapsed();
    try {
      const value = await load(this.known?.value);
      this.known = { value, fetchedAt, askedAt };
      this.incompleteInARow = isIncomplete?.(value) ? this.incompleteInARow + 1 : 0;
      if (this.failuresInARow > 0) logger.info({ key }, 'answers again');
      this.failuresInARow = 0;
      await saveLastGood(dataSource.manager, key, value, new Date(fetchedAt).toISOString()).catch((error: unknown) =>
        logger.warn({ err: error, key }, 'what a provider answered could not be saved'),
      );
    } catch (error) {
      if (this.failuresInARow === 0) logger.warn({ err: error, key }, complaint);
      this.failuresInARow += 1;
    }
    await this.announceChange();
  }

  /** How long ago the last turn must have begun for this replica to take the next. */
  private get gapMs(): number {
    // A restart with something recent at hand keeps to the others' rhythm; one with nothing asks soon.
    const isUrgent = this.known === undefined || this.failuresInARow > 0 || this.incompleteInARow > 0;
    const usualGapMs = this.rules.everyMs * 0.9;
    return isUrgent ? Math.min(usualGapMs, urgentGapMs) : usualGapMs;
  }

  /** Takes what another replica saved, and says so to the gateways that may have asked this one too early. Never rejects. */
  private async takeNews(): Promise<void> {
    await this.takeKept();
    await this.announceChange();
  }

  /** Takes the last good value from the database when it is newer than ours. */
  private async takeKept(): Promise<void> {
    const { clock, dataSource } = this.parts;
    const ownAt = this.known?.fetchedAt ?? 0;
    // After our clock was set back, what others saved looks older than ours and is not.
    const since = ownAt - clock.now() > furthestAheadMs ? 0 : ownAt;
    try {
      const kept = await readLastGood<Value>(dataSource, this.rules.key, new Date(since));
      const fetchedAt = Date.parse(kept?.fetchedAt ?? '');
      if (!kept || !(fetchedAt > since) || fetchedAt === ownAt) return;
      const askedAt = clock.elapsed() - wallAgeMs(fetchedAt, clock.now());
      this.known = { value: kept.body, fetchedAt, askedAt };
      this.failuresInARow = 0;
    } catch (error) {
      this.parts.logger.warn({ err: error, key: this.rules.key }, 'the last good answer could not be read');
    }
  }

  /** Tells the gateways when their answer would change. */
  private async announceChange(): Promise<void> {
    const { value, fetchedAt, isStale } = this.state;
    const signature = `${value ? fetchedAt : 'none'} ${isStale}`;
    if (signature === this.announced) return;
    try {
      await this.parts.dataSource.transaction((manager) => announce(manager, this.rules.topic));
      this.announced = signature;
    } catch (error) {
      this.parts.logger.warn({ err: error, key: this.rules.key }, 'a change could not be announced');
    }
  }

  /** The one that asked last comes first; this is when its silence is noticed. */
  private takeOverInMs({ heldForMs, dueInMs }: Wait): number {
    if (heldForMs > 0) return heldForMs + afterHoldMs;
    return dueInMs + (this.rules.everyMs - this.gapMs) + afterDueMs;
  }

  /** @returns the milliseconds until the next round */
  private async pollAndWait(): Promise<number> {
    const outcome = await this.poll();
    const { everyMs } = this.rules;
    const inARow = this.failuresInARow || this.incompleteInARow;
    const retryInMs = Math.min(everyMs, retryMs * 2 ** Math.min(inARow - 1, 10));
    const lookInMs = Math.min(everyMs, this.known ? lookMs : lookWithNothingMs);
    return outcome === 'asked' ? (inARow > 0 ? retryInMs : everyMs) : Math.min(lookInMs, this.takeOverInMs(outcome));
  }
}
