import { Injectable } from '@nestjs/common';
import { unavailable } from '@site/proto/grpc';
import { networkOf } from './client-network.js';
import { comeBackLater } from './come-back-later.js';

/**
 * Where passwords and codes are checked: a few at once, the others wait their turn. Checking costs a core and a connection to the
 * database, and guesses for one account wait for each other's counting; without a room of their own forty of them would take
 * every connection, and everybody's sign-in with them.
 *
 * Next is who shares account and network with the fewest, so that a flood for one account, or from one network, waits behind
 * everybody else. When there is no more room, whoever shares them with the most is told to come back.
 */

/** Four at once use two cores; the rest of the connections is for sessions. */
const atOnce = 4;
const mostWaiting = 64;
const mostWaitingForAccount = 40;
/** The gateway gives up after five seconds, of which a check needs some. */
const longestWaitMs = 3_000;
const retryAfterMs = 2_000;

interface Guess {
  account: string;
  network: string;
}
interface Waiting extends Guess {
  enter(): void;
  refuse(): void;
}

/** With how many of `others` a guess shares its account or network. */
const shared = (guess: Guess, others: readonly Guess[]): number =>
  others.filter((other) => other !== guess && other.account === guess.account).length +
  others.filter((other) => other !== guess && other.network === guess.network).length;

@Injectable()
export class GuessRoom {
  private readonly inside: Guess[] = [];
  private readonly waiting: Waiting[] = [];

  /**
   * Runs `work` when it is its turn.
   * @param place whose password or code is checked, as any name that stays the same, and where from
   * @throws RESOURCE_EXHAUSTED when too many wait for this account or from this network, UNAVAILABLE when it is everybody
   */
  async run<Result>(place: { account: string; clientAddress: string }, work: () => Promise<Result>): Promise<Result> {
    const guess = { account: place.account, network: networkOf(place.clientAddress) };
    if (this.inside.length >= atOnce) await this.turn(guess);
    else this.inside.push(guess);
    try {
      return await work();
    } finally {
      this.leave(guess);
    }
  }

  private turn(guess: Guess): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
      };
      const waiting: Waiting = {
        ...guess,
        enter: () => {
          done();
          // Its place is taken before anybody else can be let in.
          this.inside.push(guess);
          resolve();
        },
        refuse: () => {
          const isCrowd = shared(waiting, [...this.inside, ...this.waiting]) > 0;
          done();
          reject(
            isCrowd
              ? comeBackLater('Too many attempts at the moment', retryAfterMs)
              : unavailable(
                  'Too many people are signing in right now. Please try again in a moment.',
                  retryAfterMs / 1_000,
                ),
          );
        },
      };
      const timer = setTimeout(waiting.refuse, longestWaitMs);
      this.waiting.push(waiting);
      this.makeRoom(waiting);
    });
  }

  /** Refuses one when too many wait: for the account of the newest, or altogether. */
  private makeRoom({ account }: Guess): void {
    const forAccount = this.waiting.filter((waiting) => waiting.account === account);
    if (forAccount.length > mostWaitingForAccount) this.most(forAccount)?.refuse();
    else if (this.waiting.length > mostWaiting) this.most(this.waiting)?.refuse();
  }

  /** The one that shares account and network with the most; of equals the newest. */
  private most(candidates: readonly Waiting[]): Waiting | undefined {
    const all = [...this.inside, ...this.waiting];
    return this.least([...candidates].reverse(), (waiting) => -shared(waiting, all));
  }

  private leave(guess: Guess): void {
    this.inside.splice(this.inside.indexOf(guess), 1);
    const next = this.least(this.waiting, (waiting) => {
      const sameNetwork = this.waiting.filter(({ network }) => network === waiting.network).length;
      return shared(waiting, this.inside) + sameNetwork;
    });
    next?.enter();
  }

  /** The first with the least rank. */
  private least(candidates: readonly Waiting[], rank: (waiting: Waiting) => number): Waiting | undefined {
    let [best] = candidates;
    for (const candidate of candidates) if (best && rank(candidate) < rank(best)) best = candidate;
    return best;
  }
}

/** Another one for new passwords: looking at one takes longer, and must not keep anybody from signing in. */
@Injectable()
export class NewPasswordRoom extends GuessRoom {}
