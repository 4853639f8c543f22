import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { unavailable } from '@site/proto/grpc';

/** How easily a password is guessed. */
export interface GuessEstimate {
  /** 0 (at once) to 4 (hardly ever); from 3 on it resists somebody who has the hash (10⁸ guesses). */
  score: number;
  /** Why, as zxcvbn calls it; null when there is nothing to say. */
  warning: string | null;
  /** Whether nothing in it was recognised: neither word, name, date, row of keys nor repetition. */
  unknown: boolean;
}

interface Waiting {
  resolve(estimate: GuessEstimate): void;
  reject(error: Error): void;
}

/** Beside `src` and `dist` alike. */
const program = new URL('../../guessing/estimate-guesses.mjs', import.meta.url);

/** Stops the worker after a minute of inactivity to free its dictionaries. */
const idleMs = 60_000;
/** Within the time that the gateway waits. On a busy machine most of it goes into reading the dictionaries. */
const usualLongestMs = 4_500;
/** A thread that has not answered anything for so many times as long as anybody waits will not. */
const stuckTimes = 4;
/** Choosing takes a person minutes; more than these at once is a flood. */
const mostWaiting = 16;
/** What is behind the first characters makes no password easier; looking at it takes long. */
const longestEstimated = 64;

const busy = () => unavailable('The password could not be checked right now. Please try again in a moment.');

/** Estimates by zxcvbn, in a thread of its own, started when it is needed. */
@Injectable()
export class GuessEstimator implements OnModuleDestroy {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private idle: NodeJS.Timeout | undefined;
  private stuck: NodeJS.Timeout | undefined;

  /** @param longestMs how long a password waits for its estimate */
  constructor(private readonly longestMs = usualLongestMs) {}

  /**
   * @param inputs words that somebody who knows the owner or the site would try
   * @throws UNAVAILABLE when it takes too long; a password that was not checked is never taken
   */
  async estimate(password: string, inputs: readonly string[]): Promise<GuessEstimate> {
    if (this.waiting.size >= mostWaiting) throw busy();
    clearTimeout(this.idle);
    this.lastId += 1;
    const id = this.lastId;
    const worker = (this.worker ??= this.start());
    let late: NodeJS.Timeout | undefined;
    try {
      return await new Promise<GuessEstimate>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        // The worker keeps running, so the next attempt hits a warm cache.
        late = setTimeout(() => reject(busy()), this.longestMs);
        this.stuck ??= setTimeout(() => this.stop(busy()), stuckTimes * this.longestMs).unref();
        worker.postMessage({ id, password: [...password].slice(0, longestEstimated).join(''), inputs });
      });
    } finally {
      clearTimeout(late);
      this.waiting.delete(id);
      clearTimeout(this.idle);
      if (this.waiting.size === 0) this.idle = setTimeout(() => this.stop(busy()), idleMs).unref();
    }
  }

  private start(): Worker {
    const worker = new Worker(program, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 128 } });
    worker.unref();
    worker.on('message', ({ id, ...estimate }: GuessEstimate & { id: number }) => {
      this.isAlive();
      this.waiting.get(id)?.resolve(estimate);
    });
    worker.on('error', (error) => {
      if (worker === this.worker) this.stop(error);
    });
    return worker;
  }

  private isAlive(): void {
    clearTimeout(this.stuck);
    this.stuck = undefined;
  }

  private stop(reason: Error): void {
    const { worker } = this;
    this.isAlive();
    this.worker = undefined;
    for (const { reject } of this.waiting.values()) reject(reason);
    void worker?.terminate();
  }

  onModuleDestroy(): void {
    clearTimeout(this.idle);
    this.stop(busy());
  }
}
