/** Estimates how many guesses a new password resists, with zxcvbn in a worker thread. */
import { Worker } from 'node:worker_threads';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { inBackground } from '@site/platform/base/request-context';
import { unavailable } from '@site/proto/grpc';

export interface StrengthEstimate {
  /** 0 to 4; from 3 on it resists an attacker who has the hash (10⁸ guesses). */
  score: number;
  /** A zxcvbn warning key. */
  warning: string | null;
  /** Whether no word, name, date, keyboard row or repetition was recognized. */
  unknown: boolean;
}

interface Waiting {
  resolve(estimate: StrengthEstimate): void;
  reject(error: Error): void;
}

/** At the same relative path from `src` and `dist`. */
const program = new URL('../../guessing/estimate-guesses.mjs', import.meta.url);

/** Stops the idle worker to free its dictionaries. */
const idleMs = 60_000;
/** Below the gateway's deadline. On a busy machine, reading the dictionaries takes most of it. */
const defaultTimeoutMs = 4_500;
/** Multiple of the timeout after which a silent thread counts as stuck. */
const stuckTimes = 4;
/** Users take minutes to choose a password, so more pending checks are a flood. */
const maxWaiting = 16;
/** More characters make no password weaker, but take long to check. */
const maxEstimatedLength = 64;

const busy = () => unavailable('The password could not be checked right now. Please try again in a moment.');

/** zxcvbn in a worker thread, started on demand. */
@Injectable()
export class StrengthEstimator implements OnModuleDestroy {
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  private idle: NodeJS.Timeout | undefined;
  private stuck: NodeJS.Timeout | undefined;

  constructor(private readonly timeoutMs = defaultTimeoutMs) {}

  /**
   * @param inputs words that an attacker who knows the owner or site would try
   * @throws UNAVAILABLE on timeout; an unchecked password is never accepted
   */
  async estimate(password: string, inputs: readonly string[]): Promise<StrengthEstimate> {
    if (this.waiting.size >= maxWaiting) throw busy();
    clearTimeout(this.idle);
    this.lastId += 1;
    const id = this.lastId;
    const worker = (this.worker ??= inBackground(() => this.start()));
    let timeout: NodeJS.Timeout | undefined;
    try {
      return await new Promise<StrengthEstimate>((resolve, reject) => {
        this.waiting.set(id, { resolve, reject });
        // The worker keeps running, so the next attempt hits a warm cache.
        timeout = setTimeout(() => reject(busy()), this.timeoutMs);
        this.stuck ??= setTimeout(() => this.stop(busy()), stuckTimes * this.timeoutMs).unref();
        worker.postMessage({ id, password: [...password].slice(0, maxEstimatedLength).join(''), inputs });
      });
    } finally {
      clearTimeout(timeout);
      this.waiting.delete(id);
      clearTimeout(this.idle);
      if (this.waiting.size === 0) this.idle = setTimeout(() => this.stop(busy()), idleMs).unref();
    }
  }

  private start(): Worker {
    const worker = new Worker(program, { execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 128 } });
    worker.unref();
    worker.on('message', ({ id, ...estimate }: StrengthEstimate & { id: number }) => {
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
