/**
 * Rate limits per IPv4 address or IPv6 /64 (one household); admin writes per session. Counted in Redis, or in memory.
 */
import {
  Inject,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { openRedis, type RedisClient } from '@site/platform/base/redis';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { Request, Response } from 'express';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { addressKeyOf } from '@site/platform/base/ip-address';
import { CONFIG, type Config } from '../config.js';
import { foreignSiteHeader } from './cross-site-request.js';
import { tooOften } from './http-errors.js';
import { isOpenRead } from './open-reads.js';
import type { Session } from './session.guard.js';
import { changesState } from './state-changing-get.guard.js';

const minute = 60;
const hour = 60 * minute;

interface Limit {
  points: number;
  seconds: number;
  /** Refunds refused requests: five typos must not use up an hour's five photos. */
  givesBack?: true;
}

const limits = {
  read: [{ points: 300, seconds: minute }],
  media: [{ points: 3_000, seconds: minute }],
  weather: [{ points: 60, seconds: minute }],
  /** Uncached forecasts; visitors behind a carrier address may open many. */
  forecast: [{ points: 1_200, seconds: minute }],
  /** Places without a recent forecast, for all clients together. */
  newPlaces: [{ points: 3_000, seconds: 10 * minute }],
  /** Such places per client while the shared limit has room. */
  weatherPlaceRoomy: [{ points: 600, seconds: 10 * minute }],
  /** Such places per client once the shared limit is exceeded. */
  weatherPlace: [{ points: 30, seconds: 10 * minute }],
  /** Reads by scripts of other sites, whose visitors share it with none of our pages. */
  otherSites: [{ points: 120, seconds: minute }],
  /** One map view loads about twenty. */
  tiles: [{ points: 600, seconds: minute }],
  /** The API's description: a page load is five requests. */
  docs: [{ points: 120, seconds: minute }],
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
  /** Sign-ups only. Unsubscribing counts as a read, because mail programs unsubscribe many users. */
  newsletter: [
    { points: 5, seconds: hour, givesBack: true },
    { points: 60, seconds: 10 * minute },
  ],
  /**
   * Signing up for warnings: in an outbreak, many phones share a carrier address. The notifications service limits the
   * resulting mails and texts.
   */
  subscribe: [{ points: 600, seconds: 10 * minute }],
  displayed: [{ points: 60, seconds: minute }],
  /** Text replies, forwarded by the carrier from few addresses. */
  textHook: [{ points: 600, seconds: minute }],
  /** Several per text. Apart from replies, so that a warning's reports don't delay a STOP. */
  textReport: [{ points: 6_000, seconds: minute }],
  /** A campaign's bounces come in bursts from few addresses; providers repeat refused calls. */
  mailHook: [{ points: 1_200, seconds: minute }],
  login: [{ points: 20, seconds: 5 * minute }],
  /** A sign-in needs up to three calls; auth counts wrong codes. */
  secondStep: [{ points: 60, seconds: 5 * minute }],
  /** All three steps of a password reset; auth limits the mailed codes. */
  reset: [{ points: 20, seconds: 5 * minute }],
  adminWrite: [{ points: 120, seconds: minute }],
  /** Dashboard forms that may include a picture; per address, across sessions. */
  adminUpload: [{ points: 120, seconds: 10 * minute }],
  cspReport: [{ points: 10, seconds: minute }],
} satisfies Record<string, Limit[]>;

type LimitName = keyof typeof limits;

const limitKey = 'gateway:rate-limit';

/** Sets a route's or controller's limit; routes below `/main/` without one use `read`. */
export const RateLimit = (name: LimitName) => SetMetadata(limitKey, name);

const formatDuration = (seconds: number) =>
  seconds === minute
    ? 'a minute'
    : seconds === hour
      ? 'an hour'
      : seconds < hour
        ? `${seconds / minute} minutes`
        : `${seconds / hour} hours`;

/** Returns a route's own limits in a sentence for the API's description; empty without any. */
export function describeLimit(controller: object, handler: object): string {
  const name = (Reflect.getMetadata(limitKey, handler) ?? Reflect.getMetadata(limitKey, controller)) as
    LimitName | undefined;
  if (!name) return '';
  const rules = limits[name].map(({ points, seconds }) => `${points} in ${formatDuration(seconds)}`);
  return `Requests per network address: ${rules.join(', ')}.`;
}

interface Counter extends Limit {
  counter: RateLimiterAbstract;
}

@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private readonly counters = new Map<LimitName, Counter[]>();
  private readonly redis: RedisClient | undefined;

  constructor(@Inject(CONFIG) config: Config, @Inject(LOGGER) logger: Logger) {
    if (config.REDIS_URL) {
      this.redis = openRedis(config.REDIS_URL, { failWhileAway: true });
      let isDisconnected = false;
      this.redis.on('ready', () => (isDisconnected = false));
      this.redis.on('error', (error: unknown) => {
        if (!isDisconnected) logger.warn({ err: error }, 'Redis is down: rate limits are counted per process');
        isDisconnected = true;
      });
      // Reconnects in the background. Until then the in-memory counters apply.
      void this.redis.connect().catch(() => undefined);
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

  /** Rejects with 429 over the limit. @returns refunds the use, for `givesBack` */
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

  onApplicationShutdown(): void {
    if (this.redis?.isOpen) this.redis.destroy();
  }
}

const uses = new WeakMap<object, () => void>();

/**
 * Refunds the request's use if `status` shows that no work was done. After a client disconnect, the message may have
 * been stored.
 */
export function giveBackUse(response: Response, status: number): void {
  const isClientError = status >= 400 && status < 500;
  // Disconnecting while the photo is stored also ends with 503.
  const isOutage = status === 503 && !response.closed;
  if (isClientError || isOutage) giveBackNow(response);
  uses.delete(response);
}

/** Refunds the request's use although the response reports success. */
export function giveBackNow(response: Response): void {
  uses.get(response)?.();
  uses.delete(response);
}

/** Counts each request against its route's limit, and writes of signed-in users against theirs. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(RateLimits) private readonly rateLimits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
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
    const isFromOtherSite = isOpenRead(request) && foreignSiteHeader(request, this.config) !== undefined;
    const ownLimit = name ?? (request.path.startsWith('/main/') ? 'read' : undefined);
    const limit = isFromOtherSite ? 'otherSites' : ownLimit;
    if (!limit) return true;
    uses.set(response, await this.rateLimits.take(limit, addressKeyOf(request.ip)));
    return true;
  }
}
