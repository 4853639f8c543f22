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
import { createRetryError } from './retry-later-error.js';

/** Four checks use two cores; other connections are for sessions. */
const atOnce = 4;
/** The last slot and its connection are for other accounts, however long these checks take. */
const maxRunningForAccount = 3;
const maxWaiting = 64;
const maxWaitingPerAccount = 40;
/** The gateway's deadline is five seconds, part of which the check needs. */
const maxWaitMs = 3_000;
const retryAfterMs = 2_000;

interface LoginAttempt {
  account: string;
  network: string;
}
interface Waiting extends LoginAttempt {
  start(): void;
  reject(): void;
}

/** Returns how many of `others` share the guess's account or network. */
const shared = (loginAttempt: LoginAttempt, others: readonly LoginAttempt[]): number =>
  others.filter((other) => other !== loginAttempt && other.account === loginAttempt.account).length +
  others.filter((other) => other !== loginAttempt && other.network === loginAttempt.network).length;

/** A queue that is fair by account and network: under overload, the largest share is rejected first. */
@Injectable()
export class PasswordCheckQueue {
  private readonly running: LoginAttempt[] = [];
  private readonly waiting: Waiting[] = [];

  /**
   * @param place the account, under any stable name, and the client's address
   * @throws RESOURCE_EXHAUSTED when too many wait for this account or from this network, UNAVAILABLE when too many
   *   wait overall
   */
  async run<Result>(place: { account: string; clientAddress: string }, work: () => Promise<Result>): Promise<Result> {
    const loginAttempt = { account: place.account, network: networkOf(place.clientAddress) };
    if (this.hasCapacity(loginAttempt)) this.running.push(loginAttempt);
    else await this.turn(loginAttempt);
    try {
      return await work();
    } finally {
      this.leave(loginAttempt);
    }
  }

  private hasCapacity({ account }: LoginAttempt): boolean {
    const forAccount = this.running.filter((running) => running.account === account).length;
    return this.running.length < atOnce && forAccount < maxRunningForAccount;
  }

  private turn(loginAttempt: LoginAttempt): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
      };
      const waiting: Waiting = {
        ...loginAttempt,
        start: () => {
          done();
          // Before any other task can take the slot.
          this.running.push(loginAttempt);
          resolve();
        },
        reject: () => {
          const isContended = shared(waiting, [...this.running, ...this.waiting]) > 0;
          done();
          reject(
            isContended
              ? createRetryError('Too many attempts at the moment', retryAfterMs)
              : unavailable(
                  'Too many people are signing in right now. Please try again in a moment.',
                  retryAfterMs / 1_000,
                ),
          );
        },
      };
      const timer = setTimeout(waiting.reject, maxWaitMs);
      this.waiting.push(waiting);
      this.rejectExcess(waiting);
    });
  }

  /** Rejects one when too many wait: for the newest's account, or overall. */
  private rejectExcess({ account }: LoginAttempt): void {
    const forAccount = this.waiting.filter((waiting) => waiting.account === account);
    if (forAccount.length > maxWaitingPerAccount) this.findBusiest(forAccount)?.reject();
    else if (this.waiting.length > maxWaiting) this.findBusiest(this.waiting)?.reject();
  }

  /** Returns the one that shares account and network with the most; the newest of equals. */
  private findBusiest(candidates: readonly Waiting[]): Waiting | undefined {
    const all = [...this.running, ...this.waiting];
    return this.least([...candidates].reverse(), (waiting) => -shared(waiting, all));
  }

  private leave(loginAttempt: LoginAttempt): void {
    this.running.splice(this.running.indexOf(loginAttempt), 1);
    const startable = this.waiting.filter((waiting) => this.hasCapacity(waiting));
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
export class NewPasswordQueue extends PasswordCheckQueue {}
