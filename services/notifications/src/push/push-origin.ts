/** One push service: connections, requests in flight and circuit breaker (`origin-health.ts`). */
import { firstCharacters } from '@site/domain/truncate';
import { setMaxListeners } from 'node:events';
import type { LookupFunction } from 'node:net';
import { neverReached } from '@site/platform/base/outage';
import type { Logger } from '@site/platform/base/injection-tokens';
import { Pool } from 'undici';
import { type DeliveryResult, errorCode, retryAfterMs } from '../adapters/adapter.js';
import { OriginHealth } from './origin-health.js';
import { pushInFlight, pushOriginPaused, pushOriginRefusesUs, pushSends } from './push-metrics.js';

/** HTTP/1.1: undici's HTTP/2 was slower and stalled in our measurements. */
const connections = 64;
const maxInFlight = 128;
/** Initially, so that a wrong key causes few refusals. */
const fewInFlight = 16;
const connectTimeoutMs = 2_000;
const responseTimeoutMs = 5_000;
/** For the probe after a failure: the whole batch waits for it. */
const tryTimeoutMs = 2_000;
/** A service silent on this many requests hangs; batches don't wait for the other timeouts. */
const silentMs = 2_000;
const silentAbout = 5;

export interface OriginSettings {
  /** The entry of PUSH_HOSTS, the label in metrics. */
  host: string;
  /** Default: the system's. */
  lookup?: LookupFunction;
}

export interface PushRequest {
  path: string;
  headers: Record<string, string>;
  /** Called when its turn comes: sealing all first would leave the connection idle. May throw. */
  seal: () => Buffer;
  /** Whether the endpoint has accepted a message before (`OriginHealth.note`). */
  isProven: boolean;
}

/** "too-long": a shorter message may be accepted. */
export type PushResult = DeliveryResult | { state: 'refused'; reason: string } | { state: 'too-long'; reason: string };

/** Sends messages to one origin: 16 at a time at first, up to 128 as the service accepts them. */
export class PushOrigin {
  readonly health = new OriginHealth();
  private readonly pool: Pool;
  private readonly waiting: (() => void)[] = [];
  private limit = fewInFlight;
  private inFlight = 0;
  /** Unanswered requests, their shared abort controller, and the timer since the last response. */
  private unheard = 0;
  private patience = newAbortController();
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

  get isIdle(): boolean {
    return this.inFlight === 0 && this.waiting.length === 0;
  }

  /** Sends one message when its turn comes. Never rejects. */
  async post(request: PushRequest): Promise<PushResult> {
    await this.enter();
    try {
      const admission = this.health.admit();
      if (!admission.go)
        return { state: 'later', reason: 'the push service is paused', waitMs: admission.waitMs, notTried: true };
      let body: Buffer;
      try {
        body = request.seal();
      } catch (error) {
        return { state: 'failed', reason: firstCharacters(`cannot be encrypted: ${(error as Error).message}`, 200) };
      }
      const result = await this.sendRequest(request, body, admission.isTry);
      pushSends.inc({ host: this.host, outcome: result.state });
      this.report();
      return result;
    } finally {
      this.leave();
    }
  }

  private async sendRequest(
    { path, headers, isProven }: PushRequest,
    body: Buffer,
    isTry: boolean,
  ): Promise<PushResult> {
    const limitMs = isTry ? tryTimeoutMs : responseTimeoutMs;
    this.listen();
    try {
      const response = await this.pool.request({
        method: 'POST',
        path,
        headers,
        body,
        signal: this.patience.signal,
        headersTimeout: limitMs,
        bodyTimeout: limitMs,
      });
      await response.body.dump();
      this.silence?.refresh();
      const pauseMs = retryAfterMs(response.headers['retry-after']);
      const result = toPushResult(response.statusCode, pauseMs);
      const isFailure = result.state === 'later';
      this.health.note(result.state === 'refused' ? 'refused' : isFailure ? 'failed' : 'accepted', isTry, isProven);
      if (isFailure && pauseMs !== undefined) this.health.pause(pauseMs);
      if (result.state === 'accepted') this.limit = Math.min(maxInFlight, this.limit + 1);
      else if (isFailure) this.limit = fewInFlight;
      return result;
    } catch (error) {
      this.health.note('failed', isTry);
      this.limit = fewInFlight;
      return unanswered(error);
    } finally {
      this.unheard -= 1;
      if (this.unheard === 0) clearTimeout(this.silence);
    }
  }

  /** Aborts all requests in flight if there is no response for a while. */
  private listen(): void {
    this.unheard += 1;
    if (this.unheard > 1) return;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => {
      if (this.unheard < silentAbout) this.silence?.refresh();
      else {
        this.patience.abort(new Hangs('the push service does not respond'));
        this.patience = newAbortController();
      }
    }, silentMs);
  }

  private report(): void {
    const { isPaused, refusesUs } = this.health;
    if (isPaused === this.reported.isPaused && refusesUs === this.reported.refusesUs) return;
    this.count({ isPaused, refusesUs });
    const { origin } = this;
    if (refusesUs)
      this.logger.error(
        { origin },
        'a push service refuses our key: is it the VAPID key that browsers subscribed with?',
      );
    else
      this.logger.warn(
        { origin, paused: isPaused },
        isPaused ? 'pausing a push service' : 'a push service responds again',
      );
  }

  /** Gauges are shared by the services of a wildcard. */
  private count(now: { isPaused: boolean; refusesUs: boolean }): void {
    const { host, reported } = this;
    pushOriginPaused.inc({ host }, Number(now.isPaused) - Number(reported.isPaused));
    pushOriginRefusesUs.inc({ host }, Number(now.refusesUs) - Number(reported.refusesUs));
    this.reported = now;
  }

  private async enter(): Promise<void> {
    // First come, first served.
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

  /** No `post` may follow. */
  close(): Promise<void> {
    clearTimeout(this.silence);
    this.count({ isPaused: false, refusesUs: false });
    return this.pool.destroy();
  }
}

class Hangs extends Error {}

/** Shared by all requests in flight: a timer and a signal each would take a tenth of their cost. */
function newAbortController(): AbortController {
  const abortController = new AbortController();
  setMaxListeners(0, abortController.signal);
  return abortController;
}

/** Maps a status to its meaning (RFC 8030, 5 to 8, and the behavior of push services). */
export function toPushResult(status: number, pauseMs: number | undefined): PushResult {
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { state: 'accepted' };
  if (status === 404 || status === 410) return { state: 'gone', reason };
  if (status === 400 || status === 401 || status === 403) return { state: 'refused', reason };
  if (status === 413) return { state: 'too-long', reason };
  if (status === 408 || status === 429 || status >= 500)
    return { state: 'later', reason, ...(pauseMs !== undefined && { waitMs: pauseMs }) };
  return { state: 'failed', reason };
}

function unanswered(error: unknown): PushResult {
  const { message } = error as Error;
  const code = errorCode(error);
  return {
    state: 'later',
    reason: error instanceof Hangs ? error.message : code || firstCharacters(message, 100),
    // Non-public addresses are never connected to.
    maybeSent: !neverReached(code) && code !== 'ENOTPUBLIC',
  };
}
