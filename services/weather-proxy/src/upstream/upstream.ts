import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { errors, Pool } from 'undici';
import type { z } from 'zod';
import type { Guard } from './breaker.js';
import type { DailyBudget } from './daily-budget.js';
import { providerCalls, providerCallSeconds } from './metrics.js';
import { isJson, retryAfterMs, timeOf, validatorsOf, type AnswerTime, type Validators } from './headers.js';
import { RetryBudget } from './retry-budget.js';
import { UpstreamError } from './upstream-error.js';

/**
 * The only way JSON from a provider comes in: from its fixed host, within limits, and checked by a schema. Anything
 * else a provider sends becomes an `UpstreamError`.
 */

export const connectTimeoutMs = 1_000;
/** For a body as sent and as unpacked, unless a setting allows more. A raw grid stays below 0.5 MiB. */
const usualLongestBodyBytes = 2 * 1024 * 1024;
/** As many as places fetched at once, so that a cold start under load never waits. Two or three are usual. */
const connections = 64;

const unpack = promisify(gunzip);

export interface UpstreamSettings {
  /** Name in metrics and logs. */
  provider: string;
  baseUrl: string;
  headers: Record<string, string>;
  /** Secret parameters of every call, such as a key. Added on the way out, so that no message or log contains them. */
  secretQuery?: Readonly<Record<string, string>>;
  /** What a refusal means when the provider says so in the body; undefined where the status is enough. */
  readRefusal?: (status: number, body: unknown) => Refusal | undefined;
  /** The calls allowed in a day. */
  budget?: DailyBudget;
  /** The largest answer accepted, in bytes, packed or unpacked. */
  longestBodyBytes?: number;
}

/** What a provider's error document says. */
export interface Refusal {
  outcome: 'not_found' | 'rate_limited' | 'http_error';
  retryAfterMs?: number;
}

export interface CallGuards {
  breaker: Guard;
  /** When the whole chain of calls must be done. */
  deadline: AbortSignal;
  /** False where the provider would mind a second call right after a failed one. */
  mayRepeat?: false;
}

export interface Answer<Value> extends AnswerTime {
  value: Value;
  validators: Validators;
}

/** The document has not changed since its validators were given. */
export interface Unchanged extends AnswerTime {
  unchanged: true;
}

export class Upstream {
  private readonly pool: Pool;
  private readonly basePath: string;
  private readonly retries = new RetryBudget();
  private readonly secretQuery: string;
  private readonly longestBodyBytes: number;

  constructor(private readonly settings: UpstreamSettings) {
    this.longestBodyBytes = settings.longestBodyBytes ?? usualLongestBodyBytes;
    const base = new URL(settings.baseUrl);
    this.basePath = base.pathname.replace(/\/+$/, '');
    this.secretQuery = new URLSearchParams(settings.secretQuery).toString();
    // A pool only talks to its one origin, and `request` follows no redirects.
    this.pool = new Pool(base.origin, {
      connections,
      connect: { timeout: connectTimeoutMs },
      maxResponseSize: this.longestBodyBytes,
    });
  }

  /**
   * The JSON at `path` (with query), as `schema` reads it.
   * @throws UpstreamError
   */
  async getJson<Schema extends z.ZodType>(
    resource: string,
    path: string,
    schema: Schema,
    guards: CallGuards,
  ): Promise<Answer<z.infer<Schema>>> {
    const answer = await this.getJsonIfChanged(resource, path, schema, guards, {});
    // "Not modified" is no answer to an unconditional question.
    if ('unchanged' in answer) throw new UpstreamError(`${path}: status 304`, 'http_error', { status: 304 });
    return answer;
  }

  /**
   * The JSON at `path` as `schema` reads it, or that it has not changed since `validators` were given.
   * @throws UpstreamError
   */
  async getJsonIfChanged<Schema extends z.ZodType>(
    resource: string,
    path: string,
    schema: Schema,
    { breaker, deadline, mayRepeat }: CallGuards,
    validators: Validators,
  ): Promise<Answer<z.infer<Schema>> | Unchanged> {
    const attempt = () => this.attempt(resource, path, schema, deadline, validators);
    try {
      // Outside the breaker, which would take our own refusal for the provider's answer.
      if (this.settings.budget?.isSpent) throw new UpstreamError('the daily budget is used up', 'refused');
      return await breaker.run(async (trying) => {
        this.retries.earn();
        try {
          return await attempt();
        } catch (error) {
          // Gridpoint calls answer 500 now and then, and a second call usually works (netbymatt/ws4kp#40).
          const again =
            mayRepeat !== false &&
            error instanceof UpstreamError &&
            isPassing(error) &&
            !trying &&
            !deadline.aborted &&
            this.retries.spend();
          if (!again) throw error;
          await pause(100 + Math.random() * 200);
          return await attempt();
        }
      });
    } catch (error) {
      if (error instanceof UpstreamError && error.outcome === 'refused') this.count(resource, 'refused');
      throw error;
    }
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async attempt<Schema extends z.ZodType>(
    resource: string,
    path: string,
    schema: Schema,
    deadline: AbortSignal,
    validators: Validators,
  ): Promise<Answer<z.infer<Schema>> | Unchanged> {
    const stop = providerCallSeconds.startTimer({ provider: this.settings.provider, resource });
    try {
      const answer = await this.request(path, deadline, validators);
      if ('unchanged' in answer) {
        this.count(resource, 'ok');
        return answer;
      }
      const result = schema.safeParse(answer.value);
      if (!result.success) {
        const [issue] = result.error.issues;
        throw new UpstreamError(`${path}: ${issue?.path.join('.')}: ${issue?.message}`, 'invalid');
      }
      this.count(resource, 'ok');
      return { ...answer, value: result.data };
    } catch (error) {
      const known = error instanceof UpstreamError ? error : asUpstreamError(error, path);
      this.count(resource, known.outcome);
      throw known;
    } finally {
      stop();
    }
  }

  private async request(
    path: string,
    deadline: AbortSignal,
    validators: Validators,
  ): Promise<Answer<unknown> | Unchanged> {
    this.settings.budget?.count();
    const { statusCode, headers, body } = await this.pool.request({
      method: 'GET',
      path: this.basePath + this.withSecrets(path),
      headers: {
        ...this.settings.headers,
        'accept-encoding': 'gzip',
        ...(validators.etag && { 'if-none-match': validators.etag }),
        ...(validators.lastModified && { 'if-modified-since': validators.lastModified }),
      },
      signal: deadline,
    });
    const refuse = (message: string, outcome: UpstreamError['outcome'], retryAfterMs?: number): never => {
      // Nobody reads the rest; destroying also closes a connection that is still streaming.
      body.on('error', () => undefined).destroy();
      throw new UpstreamError(`${path}: ${message}`, outcome, {
        ...(retryAfterMs !== undefined && { retryAfterMs }),
        ...(statusCode !== 200 && { status: statusCode }),
      });
    };
    if (statusCode === 304 && (validators.etag || validators.lastModified)) {
      await body.dump();
      return { unchanged: true, ...timeOf(headers) };
    }
    if (statusCode !== 200) {
      if (this.settings.readRefusal && statusCode >= 400 && isJson(headers['content-type'])) {
        const said = this.settings.readRefusal(statusCode, parsed(await body.text()));
        if (said) return refuse(`status ${statusCode}`, said.outcome, said.retryAfterMs);
      }
      const outcome =
        statusCode === 404
          ? 'not_found'
          : statusCode === 429
            ? 'rate_limited'
            : statusCode >= 300 && statusCode < 400
              ? 'redirect'
              : 'http_error';
      return refuse(`status ${statusCode}`, outcome, retryAfterMs(headers['retry-after']));
    }
    if (!isJson(headers['content-type'])) {
      return refuse(`content type ${String(headers['content-type'])}`, 'invalid');
    }
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity' && encoding !== 'gzip')
      return refuse(`content encoding ${String(encoding)}`, 'invalid');
    const bytes = Buffer.from(await body.arrayBuffer());
    const text = encoding === 'gzip' ? await unpack(bytes, { maxOutputLength: this.longestBodyBytes }) : bytes;
    return { value: JSON.parse(text.toString('utf8')), ...timeOf(headers), validators: validatorsOf(headers) };
  }

  private withSecrets(path: string): string {
    if (!this.secretQuery) return path;
    return `${path}${path.includes('?') ? '&' : '?'}${this.secretQuery}`;
  }

  private count(resource: string, outcome: UpstreamError['outcome'] | 'ok'): void {
    providerCalls.inc({ provider: this.settings.provider, resource, outcome });
  }
}

/** The parsed error document; undefined when it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Failures that a second call may not meet again. Not timeouts: they have used up the time. */
const isPassing = (error: UpstreamError) =>
  error.outcome === 'network' ||
  (error.outcome === 'http_error' && error.retryAfterMs === undefined && (error.status ?? 0) >= 500);

/** Translates what undici, zlib and JSON throw into how the call ended. */
export function asUpstreamError(error: unknown, path: string): UpstreamError {
  const { name, message } = error as Error;
  // A DOMException (from a deadline that passed) has a numeric code.
  const code = String((error as { code?: string | number }).code ?? '');
  const outcome =
    error instanceof errors.ResponseExceededMaxSizeError || code === 'ERR_BUFFER_TOO_LARGE'
      ? 'too_large'
      : error instanceof SyntaxError || code.startsWith('Z_')
        ? 'invalid'
        : name === 'TimeoutError' || name === 'AbortError' || /TIMEOUT$/.test(code)
          ? 'timeout'
          : 'network';
  return new UpstreamError(`${path}: ${message}`, outcome, { cause: error });
}
