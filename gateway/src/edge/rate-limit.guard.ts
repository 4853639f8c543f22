import {
  Inject,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { connectRedis, openRedis, type RedisClient } from '@site/platform/base/redis';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { clientNetwork } from './client-network.js';
import { CONFIG, type Config } from '../config.js';
import { tooOften } from './failures.js';
import type { Session } from './session.guard.js';
import { changesState } from './state-changing-get.guard.js';

/**
 * How often one client may ask: per address (IPv4) or /64 (IPv6, what one household has), admin writes per session.
 * Counted in Redis when there is one, so that all gateways count together; in this process otherwise, and while Redis is
 * down. Never switched off.
 */

const minute = 60;
const hour = 60 * minute;

interface Limit {
  points: number;
  seconds: number;
  /** Gives back what was refused before anything was done: five typing mistakes must not use up the five photos of an hour. */
  givesBack?: true;
}

const limits = {
  read: [{ points: 300, seconds: minute }],
  media: [{ points: 3_000, seconds: minute }],
  weather: [{ points: 60, seconds: minute }],
  /** Forecasts that are not ready: behind a carrier's one address many people open many places at once. */
  forecast: [{ points: 1_200, seconds: minute }],
  /** Places whose forecast nobody asked for lately, by everybody together; see the weather controller. */
  newPlaces: [{ points: 3_000, seconds: 10 * minute }],
  /** Those of one client, who may be all phones of a carrier, while there is room for everybody. */
  weatherPlaceRoomy: [{ points: 600, seconds: 10 * minute }],
  /** The same once everybody together asks for too many. */
  weatherPlace: [{ points: 30, seconds: 10 * minute }],
  /** A screen of the map has about twenty. */
  tiles: [{ points: 600, seconds: minute }],
  snapshot: [
    { points: 5, seconds: hour, givesBack: true },
    { points: 20, seconds: 24 * hour, givesBack: true },
    { points: 60, seconds: 10 * minute },
  ],
  contact: [
    { points: 5, seconds: hour, givesBack: true },
    { points: 60, seconds: 10 * minute },
  ],
  advertise: [
    { points: 3, seconds: hour, givesBack: true },
    { points: 60, seconds: 10 * minute },
  ],
  /** Sign-ups only: the buttons in our mails, and mail programs that unsubscribe many people, count as reads. */
  newsletter: [
    { points: 5, seconds: hour, givesBack: true },
    { points: 60, seconds: 10 * minute },
  ],
  /**
   * Signing up for warnings; changing and ending it count as reads. Behind a carrier's one address many phones sign up during an
   * outbreak; the notifications service limits the mails and texts that sign-ups cause.
   */
  subscribe: [{ points: 600, seconds: 10 * minute }],
  /** What devices tell of notifications that they have shown: one in ten does, and a household has few. */
  shown: [{ points: 60, seconds: minute }],
  /** What the carrier hands on, from few addresses: in an outbreak many people answer at once. */
  textHook: [{ points: 600, seconds: minute }],
  login: [{ points: 20, seconds: 5 * minute }],
  /** Sign-ins need up to three of these calls each; auth counts the wrong answers. */
  secondStep: [{ points: 60, seconds: 5 * minute }],
  /** The three steps of a forgotten password together; auth limits how many codes are mailed. */
  reset: [{ points: 20, seconds: 5 * minute }],
  adminWrite: [{ points: 120, seconds: minute }],
  /** Forms of the dashboard that may carry a picture; by address, whatever sessions they come with. */
  adminUpload: [{ points: 120, seconds: 10 * minute }],
  cspReport: [{ points: 10, seconds: minute }],
} satisfies Record<string, Limit[]>;

type LimitName = keyof typeof limits;

const limitKey = 'gateway:rate-limit';

/** Limits how often one client may use the route. */
export const RateLimit = (name: LimitName) => SetMetadata(limitKey, name);

interface Counter extends Limit {
  counter: RateLimiterAbstract;
}

@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly counters = new Map<LimitName, Counter[]>();
  private readonly redis: RedisClient | undefined;
  private ended = false;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    if (config.REDIS_URL) {
      this.redis = openRedis(config.REDIS_URL, { failWhileAway: true });
      let lost = false;
      this.redis.on('ready', () => (lost = false));
      this.redis.on('error', (error: unknown) => {
        if (!lost) logger.warn({ err: error }, 'Redis is down: the rate limits count in this process');
        lost = true;
      });
      // It keeps trying in the background; until it is connected, the counters of this process serve.
      void connectRedis(this.redis, () => this.ended).catch(() => undefined);
    }
    for (const [name, rules] of Object.entries(limits) as [LimitName, Limit[]][]) {
      const counterOf = (rule: Limit) => this.counter(`limit:${name}:${rule.seconds}`, rule, config.RATE_LIMIT_SCALE);
      this.counters.set(
        name,
        rules.map((rule) => ({ ...rule, counter: counterOf(rule) })),
      );
    }
  }

  private counter(keyPrefix: string, rule: Limit, scale: number): RateLimiterAbstract {
    const options = { keyPrefix, points: Math.ceil(rule.points * scale), duration: rule.seconds };
    const memory = new RateLimiterMemory(options);
    if (!this.redis) return memory;
    return new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      useRedisPackage: true,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memory,
    });
  }

  /**
   * Counts one use by `key`; fails with 429 when that is one too many.
   * @returns call it when the use came to nothing: it gives back what does not count refusals
   */
  async take(name: LimitName, key: string): Promise<() => void> {
    const taken: RateLimiterAbstract[] = [];
    const giveBack = () => {
      for (const counter of taken) void counter.reward(key, 1).catch(() => undefined);
    };
    for (const { counter, givesBack } of this.counters.get(name) ?? []) {
      try {
        await counter.consume(key, 1);
        if (givesBack) taken.push(counter);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        giveBack();
        throw tooOften(Math.max(1, Math.ceil(error.msBeforeNext / 1_000)));
      }
    }
    return giveBack;
  }

  async onApplicationShutdown(): Promise<void> {
    this.ended = true;
    if (this.redis?.isOpen) await this.redis.destroy();
  }
}

/** How to give back what a request under way has used. */
const uses = new WeakMap<object, () => void>();

/**
 * Gives back what the request has used, when `status` says that nothing was done for it. A client that hangs up changes nothing
 * about that: its message may be stored, and only the answer have nobody to go to.
 */
export function giveBackUse(response: Response, status: number): void {
  const isRefusal = status >= 400 && status < 500;
  // A photo whose sender hangs up while it is being stored ends like this; that the store is down does not depend on the sender.
  const isOutage = status === 503 && !response.closed;
  if (isRefusal || isOutage) giveBackNow(response);
  uses.delete(response);
}

/** Gives back what the request has used: it is about to be answered with success, although nothing was done for it. */
export function giveBackNow(response: Response): void {
  uses.get(response)?.();
  uses.delete(response);
}

@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(RateLimits) private readonly rateLimits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request & { user?: Session }>();
    const response = context.switchToHttp().getResponse<Response>();
    const name = this.reflector.getAllAndOverride<LimitName | undefined>(limitKey, [
      context.getHandler(),
      context.getClass(),
    ]);
    const writes = !['GET', 'HEAD'].includes(request.method) || changesState(this.reflector, context);
    if (request.user && writes) await this.rateLimits.take('adminWrite', request.user.id);
    const limit = name ?? (request.path.startsWith('/main/') ? 'read' : undefined);
    if (!limit) return true;
    uses.set(response, await this.rateLimits.take(limit, clientNetwork(request.ip)));
    return true;
  }
}
