import { setMaxListeners } from 'node:events';
import type { LookupFunction } from 'node:net';
import { neverReached } from '@site/platform/base/outage';
import type { Logger } from '@site/platform/base/tokens';
import { Pool } from 'undici';
import type { Outcome } from '../adapters/adapter.js';
import { errorCode } from '../adapters/error-code.js';
import { OriginHealth } from './origin-health.js';
import { pushInFlight, pushOriginPaused, pushOriginRefusesUs, pushSends } from './push-metrics.js';

/** One push service: its connections, what is on its way to it, and whether it may be asked (`origin-health.ts`). */

/** HTTP/1.1: undici's HTTP/2 was slower and stalled in our measurements. */
const connections = 64;
const mostInFlight = 128;
/** A service that has not proven itself gets few at once: a wrong key is then found out by few refusals. */
const fewInFlight = 16;
const connectTimeoutMs = 2_000;
const answerTimeoutMs = 5_000;
/** One that just failed has to be quicker to be believed: whoever waits for the batch waits for it, too. */
const tryTimeoutMs = 2_000;
/** One that has so many on their way and says nothing to any of them hangs: nobody's batch waits for the rest of their time. */
const silentMs = 2_000;
const silentAbout = 5;

/** What one service is called in metrics, and what its connections need. */
export interface OriginSettings {
  /** The configured host that allows it. */
  host: string;
  /** The system's when absent. */
  lookup?: LookupFunction;
}

export interface PushRequest {
  path: string;
  headers: Record<string, string>;
  /** Seals the body, when its turn has come: sealing all first would keep the line idle meanwhile. May throw. */
  seal: () => Buffer;
  /** Whether the endpoint has accepted something before (`OriginHealth.note`). */
  isProven: boolean;
}

/** What a push service said; "too-long": the same message may do with less in it. */
export type PushAnswer = Outcome | { state: 'refused'; reason: string } | { state: 'too-long'; reason: string };

export class PushOrigin {
  readonly health = new OriginHealth();
  private readonly pool: Pool;
  private readonly waiting: (() => void)[] = [];
  private limit = fewInFlight;
  private inFlight = 0;
  /** How many have not been answered, what gives them up together, and the end of patience since an answer was last heard. */
  private unheard = 0;
  private patience = newPatience();
  private silence: NodeJS.Timeout | undefined;
  private reported = { isPaused: false, refusesUs: false };

  private readonly host: string;

  constructor(
    readonly origin: string,
    { host, lookup }: OriginSettings,
    private readonly logger: Logger,
  ) {
    this.host = host;
    this.pool = new Pool(origin, {
      connections,
      allowH2: false,
      connect: { timeout: connectTimeoutMs, ...(lookup && { lookup }) },
      maxResponseSize: 64 * 1024,
    });
  }

  /** Whether nothing is on its way or waits. */
  get isIdle(): boolean {
    return this.inFlight === 0 && this.waiting.length === 0;
  }

  /** Sends one message when its turn comes. Never rejects. */
  async post(request: PushRequest): Promise<PushAnswer> {
    await this.enter();
    try {
      const admission = this.health.admit();
      if (!admission.go)
        return { state: 'later', reason: 'left alone for a while', waitMs: admission.waitMs, notTried: true };
      let body: Buffer;
      try {
        body = request.seal();
      } catch (error) {
        return { state: 'failed', reason: `cannot be sealed: ${(error as Error).message}`.slice(0, 200) };
      }
      const answer = await this.ask(request, body, admission.isTry);
      pushSends.inc({ host: this.host, outcome: answer.state });
      this.report();
      return answer;
    } finally {
      this.leave();
    }
  }

  private async ask({ path, headers, isProven }: PushRequest, body: Buffer, isTry: boolean): Promise<PushAnswer> {
    const limitMs = isTry ? tryTimeoutMs : answerTimeoutMs;
    this.listen();
    try {
      const response = await this.pool.request({
        ...{ method: 'POST', path, headers, body },
        ...{ signal: this.patience.signal, headersTimeout: limitMs, bodyTimeout: limitMs },
      });
      await response.body.dump();
      this.silence?.refresh();
      const pauseMs = retryAfterMs(response.headers['retry-after']);
      const answer = answerOf(response.statusCode, pauseMs);
      const isFailure = answer.state === 'later';
      this.health.note(answer.state === 'refused' ? 'refused' : isFailure ? 'failed' : 'accepted', isTry, isProven);
      if (isFailure && pauseMs !== undefined) this.health.pause(pauseMs);
      if (answer.state === 'accepted') this.limit = Math.min(mostInFlight, this.limit + 1);
      else if (isFailure) this.limit = fewInFlight;
      return answer;
    } catch (error) {
      this.health.note('failed', isTry);
      this.limit = fewInFlight;
      return unanswered(error);
    } finally {
      this.unheard -= 1;
      if (this.unheard === 0) clearTimeout(this.silence);
    }
  }

  /** Gives up all that is on its way when nothing at all is heard for a while. */
  private listen(): void {
    this.unheard += 1;
    if (this.unheard > 1) return;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      if (this.unheard < silentAbout) this.silence?.refresh();
      else {
        this.patience.abort(new Hangs('it answers nobody'));
        this.patience = newPatience();
      }
    }, silentMs);
  }

  /** Tells operators when it begins or ends to be left alone, and why. */
  private report(): void {
    const { isPaused, refusesUs } = this.health;
    if (isPaused === this.reported.isPaused && refusesUs === this.reported.refusesUs) return;
    this.count({ isPaused, refusesUs });
    const { origin } = this;
    if (refusesUs)
      this.logger.error({ origin }, 'a push service refuses us: is the VAPID key the one people subscribed by?');
    else this.logger.warn({ origin, paused: isPaused }, isPaused ? 'a push service is left alone' : 'it answers again');
  }

  /** Adds to the gauges, which several services of one wildcard share. */
  private count(now: { isPaused: boolean; refusesUs: boolean }): void {
    const { host, reported } = this;
    pushOriginPaused.inc({ host }, Number(now.isPaused) - Number(reported.isPaused));
    pushOriginRefusesUs.inc({ host }, Number(now.refusesUs) - Number(reported.refusesUs));
    this.reported = now;
  }

  private async enter(): Promise<void> {
    // Those who already wait go first.
    if (this.inFlight >= this.limit || this.waiting.length > 0)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.occupy(1);
  }

  private leave(): void {
    this.occupy(-1);
    while (this.inFlight < this.limit) {
      const next = this.waiting.shift();
      if (!next) break;
      this.occupy(1);
      next();
    }
  }

  private occupy(places: 1 | -1): void {
    this.inFlight += places;
    pushInFlight.inc({ host: this.host }, places);
  }

  /** Ends the connections. Nothing is posted afterwards. */
  close(): Promise<void> {
    clearTimeout(this.silence);
    this.count({ isPaused: false, refusesUs: false });
    return this.pool.destroy();
  }
}

class Hangs extends Error {}

/** One for all that is on its way: a timer and a signal for each would cost a tenth of the whole message. */
function newPatience(): AbortController {
  const patience = new AbortController();
  setMaxListeners(0, patience.signal);
  return patience;
}

/** What a status means (RFC 8030, 5 to 8, and what push services do). */
export function answerOf(status: number, pauseMs: number | undefined): PushAnswer {
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { state: 'accepted' };
  if (status === 404 || status === 410) return { state: 'gone', reason };
  if (status === 400 || status === 401 || status === 403) return { state: 'refused', reason };
  if (status === 413) return { state: 'too-long', reason };
  if (status === 408 || status === 429 || status >= 500)
    return { state: 'later', reason, ...(pauseMs !== undefined && { waitMs: pauseMs }) };
  return { state: 'failed', reason };
}

function unanswered(error: unknown): PushAnswer {
  const { message } = error as Error;
  const code = errorCode(error);
  return {
    state: 'later',
    reason: error instanceof Hangs ? error.message : code || message.slice(0, 100),
    // An address that is not public was not even dialled.
    maybeSent: !neverReached(code) && code !== 'ENOTPUBLIC',
  };
}

/** `Retry-After` in either form, seconds or a date (RFC 9110, 10.2.3), in milliseconds. */
export function retryAfterMs(header: string | string[] | undefined, now = Date.now()): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}
