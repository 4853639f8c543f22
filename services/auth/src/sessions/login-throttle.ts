/**
 * Checks a few passwords and codes concurrently and queues the others. A check takes a core and a database connection,
 * and guesses for one account wait for each other; forty would take every connection and block all sign-ins.
 *
 * The guesses for one account never take all slots. The next task is the one that shares account and network with the
 * fewest others, so that a flood waits behind everyone else. When the queue is full, the task that shares them with the
 * most is rejected.
 */
import { Injectable } from '@nestjs/common';
import { unavailable } from '@site/proto/grpc';
import { networkOf } from '@site/platform/base/ip-address';
import { comeBackLater } from './come-back-later.js';

/** Four checks use two cores; other connections are for sessions. */
const atOnce = 4;
/** The last slot and its connection are for other accounts, however long these checks take. */
const maxRunningForAccount = 3;
const mostWaiting = 64;
const mostWaitingForAccount = 40;
/** The gateway's deadline is five seconds, part of which the check needs. */
const longestWaitMs = 3_000;
const retryAfterMs = 2_000;

interface Guess {
  account: string;
  network: string;
}
interface Waiting extends Guess {
  start(): void;
  reject(): void;
}

/** Returns how many of `others` share the guess's account or network. */
const shared = (guess: Guess, others: readonly Guess[]): number =>
  others.filter((other) => other !== guess && other.account === guess.account).length +
  others.filter((other) => other !== guess && other.network === guess.network).length;

/** A queue that is fair by account and network: under overload, the largest share is rejected first. */
@Injectable()
export class LoginThrottle {
  private readonly running: Guess[] = [];
  private readonly waiting: Waiting[] = [];

  /**
   * @param place the account, under any stable name, and the client's address
   * @throws RESOURCE_EXHAUSTED when too many wait for this account or from this network, UNAVAILABLE when too many
   *   wait overall
   */
  async run<Result>(place: { account: string; clientAddress: string }, work: () => Promise<Result>): Promise<Result> {
    const guess = { account: place.account, network: networkOf(place.clientAddress) };
    if (this.hasRoom(guess)) this.running.push(guess);
    else await this.turn(guess);
    try {
      return await work();
    } finally {
      this.leave(guess);
    }
  }

  private hasRoom({ account }: Guess): boolean {
    const forAccount = this.running.filter((running) => running.account === account).length;
    return this.running.length < atOnce && forAccount < maxRunningForAccount;
  }

  private turn(guess: Guess): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
      };
      const waiting: Waiting = {
        ...guess,
        start: () => {
          done();
          // Before any other task can take the slot.
          this.running.push(guess);
          resolve();
        },
        reject: () => {
          const isContended = shared(waiting, [...this.running, ...this.waiting]) > 0;
          done();
          reject(
            isContended
              ? comeBackLater('Too many attempts at the moment', retryAfterMs)
              : unavailable(
                  'Too many people are signing in right now. Please try again in a moment.',
                  retryAfterMs / 1_000,
                ),
          );
        },
      };
      const timer = setTimeout(waiting.reject, longestWaitMs);
      this.waiting.push(waiting);
      this.rejectExcess(waiting);
    });
  }

  /** Rejects one when too many wait: for the newest's account, or overall. */
  private rejectExcess({ account }: Guess): void {
    const forAccount = this.waiting.filter((waiting) => waiting.account === account);
    if (forAccount.length > mostWaitingForAccount) this.most(forAccount)?.reject();
    else if (this.waiting.length > mostWaiting) this.most(this.waiting)?.reject();
  }

  /** Returns the one that shares account and network with the most; the newest of equals. */
  private most(candidates: readonly Waiting[]): Waiting | undefined {
    const all = [...this.running, ...this.waiting];
    return this.least([...candidates].reverse(), (waiting) => -shared(waiting, all));
  }

  private leave(guess: Guess): void {
    this.running.splice(this.running.indexOf(guess), 1);
    const startable = this.waiting.filter((waiting) => this.hasRoom(waiting));
    const next = this.least(startable, (waiting) => {
      const sameNetwork = this.waiting.filter(({ network }) => network === waiting.network).length;
      return shared(waiting, this.running) + sameNetwork;
    });
    next?.start();
  }

  private least(candidates: readonly Waiting[], rank: (waiting: Waiting) => number): Waiting | undefined {
    let [best] = candidates;
    for (const candidate of candidates) if (best && rank(candidate) < rank(best)) best = candidate;
    return best;
  }
}

/** Checking new passwords takes longer and must not block sign-ins. */
@Injectable()
export class NewPasswordThrottle extends LoginThrottle {}
