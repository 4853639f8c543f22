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
import { addressKeyOf } from '@site/platform/base/ip-address';
import { CONFIG, type Config } from '../config.js';
import { tooOften } from './failures.js';
import type { Session } from './session.guard.js';
import { changesState } from './state-changing-get.guard.js';

/**
 * Rate limits per client: by IPv4 address or IPv6 /64 (one household); admin writes by session. Counted in Redis,
 * shared by all gateways, or in memory without Redis. Always on.
 */

const minute = 60;
const hour = 60 * minute;

interface Limit {
  points: number;
  seconds: number;
  /** Refunds requests refused before any work: five typos must not use up an hour's five photos. */
  givesBack?: true;
}

const limits = {
  read: [{ points: 300, seconds: minute }],
  media: [{ points: 3_000, seconds: minute }],
  weather: [{ points: 60, seconds: minute }],
  /** Forecasts that aren't cached: visitors behind one carrier address may open many places in a short time. */
  forecast: [{ points: 1_200, seconds: minute }],
  /** Places without a recent forecast, for all clients together; see the weather controller. */
  newPlaces: [{ points: 3_000, seconds: 10 * minute }],
  /** Such places per client, which may be all phones of a carrier, while the shared limit has room. */
  weatherPlaceRoomy: [{ points: 600, seconds: 10 * minute }],
  /** Such places per client once the shared limit is exceeded. */
  weatherPlace: [{ points: 30, seconds: 10 * minute }],
  /** One map view loads about twenty. */
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
  /** Sign-ups only. Unsubscribe buttons, and mail programs that unsubscribe many users, count as reads. */
  newsletter: [
    { points: 5, seconds: hour, givesBack: true },
    { points: 60, seconds: 10 * minute },
  ],
  /**
   * Signing up for warnings; changing and ending a subscription count as reads. During an outbreak, many phones behind
   * one carrier address sign up. The notifications service limits the resulting mails and texts.
   */
  subscribe: [{ points: 600, seconds: 10 * minute }],
  /** Devices report notifications that they displayed. One in ten does, and a household has few. */
  shown: [{ points: 60, seconds: minute }],
  /** Text replies forwarded by the carrier from few addresses: in an outbreak, many subscribers reply at once. */
  textHook: [{ points: 600, seconds: minute }],
  login: [{ points: 20, seconds: 5 * minute }],
  /** A sign-in needs up to three of these calls; auth counts wrong codes. */
  secondStep: [{ points: 60, seconds: 5 * minute }],
  /** All three steps of a password reset; auth limits how many codes are mailed. */
  reset: [{ points: 20, seconds: 5 * minute }],
  adminWrite: [{ points: 120, seconds: minute }],
  /** Dashboard forms that may include a picture; per address, across sessions. */
  adminUpload: [{ points: 120, seconds: 10 * minute }],
  cspReport: [{ points: 10, seconds: minute }],
} satisfies Record<string, Limit[]>;

type LimitName = keyof typeof limits;

const limitKey = 'gateway:rate-limit';

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
        if (!lost) logger.warn({ err: error }, 'Redis is down: rate limits are counted per process');
        lost = true;
      });
      // Reconnects in the background. Until then the in-memory counters apply.
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

  /** Counts one use by `key`; rejects with 429 over the limit. @returns refunds the use, for `givesBack` */
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

const uses = new WeakMap<object, () => void>();

/**
 * Refunds the request's use if `status` shows that no work was done. A client disconnect doesn't count: its message may
 * have been stored without a response.
 */
export function giveBackUse(response: Response, status: number): void {
  const isRefusal = status >= 400 && status < 500;
  // A sender who disconnects while its photo is stored also ends with 503; an outage doesn't depend on it.
  const isOutage = status === 503 && !response.closed;
  if (isRefusal || isOutage) giveBackNow(response);
  uses.delete(response);
}

/** Refunds the request's use when the response reports success although no work was done. */
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
    uses.set(response, await this.rateLimits.take(limit, addressKeyOf(request.ip)));
    return true;
  }
}
