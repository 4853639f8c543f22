import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Pool } from 'undici';
import type { z } from 'zod';
import type { Guard } from './breaker.js';
import type { DailyBudget } from './daily-budget.js';
import { providerCalls, providerCallSeconds } from './metrics.js';
import { isJson, retryAfterMs, timeOf, validatorsOf, type AnswerTime, type Validators } from './headers.js';
import { RetryBudget } from './retry-budget.js';
import { asUpstreamError, isPassing, outcomeOf, UpstreamError } from './upstream-error.js';

/**
 * The only way documents from a provider come in: from its fixed host, within limits, JSON checked by a schema. Anything
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

/** A document that is not JSON. */
export interface WantedFile {
  /** Of the only media types it may have: /\bxml\b/. */
  mediaType: RegExp;
  /** The largest one accepted, packed or unpacked; no larger than the setting for the whole host. */
  longestBytes: number;
}

/** What an answer must be, and how it is read. `read` throws for what it cannot read. */
interface Reading<Value> {
  isMediaType: (contentType: string | string[] | undefined) => boolean;
  longestBytes: number;
  read: (bytes: Buffer) => Value;
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
    return changed(await this.getJsonIfChanged(resource, path, schema, guards, {}), path);
  }

  /**
   * The bytes at `path` (with query), if they are of the type and size that is wanted.
   * @throws UpstreamError
   */
  async getFile(
    resource: string,
    path: string,
    { mediaType, longestBytes }: WantedFile,
    guards: CallGuards,
  ): Promise<Answer<Buffer>> {
    const reading = {
      isMediaType: (contentType: unknown) => typeof contentType === 'string' && mediaType.test(contentType),
      longestBytes: Math.min(longestBytes, this.longestBodyBytes),
      read: (bytes: Buffer) => bytes,
    };
    return changed(await this.get(resource, path, reading, guards, {}), path);
  }

  /**
   * The JSON at `path` as `schema` reads it, or that it has not changed since `validators` were given.
   * @throws UpstreamError
   */
  async getJsonIfChanged<Schema extends z.ZodType>(
    resource: string,
    path: string,
    schema: Schema,
    guards: CallGuards,
    validators: Validators,
  ): Promise<Answer<z.infer<Schema>> | Unchanged> {
    const reading = {
      isMediaType: isJson,
      longestBytes: this.longestBodyBytes,
      read: (bytes: Buffer) => readJson(bytes, schema, path),
    };
    return this.get(resource, path, reading, guards, validators);
  }

  close(): Promise<void> {
    return this.pool.destroy();
  }

  private async get<Value>(
    resource: string,
    path: string,
    reading: Reading<Value>,
    { breaker, deadline, mayRepeat }: CallGuards,
    validators: Validators,
  ): Promise<Answer<Value> | Unchanged> {
    const attempt = () => this.attempt(resource, path, reading, deadline, validators);
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

  private async attempt<Value>(
    resource: string,
    path: string,
    reading: Reading<Value>,
    deadline: AbortSignal,
    validators: Validators,
  ): Promise<Answer<Value> | Unchanged> {
    const stop = providerCallSeconds.startTimer({ provider: this.settings.provider, resource });
    try {
      const answer = await this.request(path, reading, deadline, validators);
      this.count(resource, 'ok');
      return answer;
    } catch (error) {
      const known = error instanceof UpstreamError ? error : asUpstreamError(error, path);
      this.count(resource, known.outcome);
      throw known;
    } finally {
      stop();
    }
  }

  private async request<Value>(
    path: string,
    { isMediaType, longestBytes, read }: Reading<Value>,
    deadline: AbortSignal,
    validators: Validators,
  ): Promise<Answer<Value> | Unchanged> {
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
      return refuse(`status ${statusCode}`, outcomeOf(statusCode), retryAfterMs(headers['retry-after']));
    }
    if (!isMediaType(headers['content-type'])) {
      return refuse(`content type ${String(headers['content-type'])}`, 'invalid');
    }
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity' && encoding !== 'gzip')
      return refuse(`content encoding ${String(encoding)}`, 'invalid');
    const chunks: Buffer[] = [];
    let sent = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      sent += chunk.length;
      if (sent > longestBytes) return refuse(`more than ${longestBytes} bytes`, 'too_large');
      chunks.push(chunk);
    }
    const packed = Buffer.concat(chunks);
    const bytes = encoding === 'gzip' ? await unpack(packed, { maxOutputLength: longestBytes }) : packed;
    return { value: read(bytes), ...timeOf(headers), validators: validatorsOf(headers) };
  }

  private withSecrets(path: string): string {
    if (!this.secretQuery) return path;
    return `${path}${path.includes('?') ? '&' : '?'}${this.secretQuery}`;
  }

  private count(resource: string, outcome: UpstreamError['outcome'] | 'ok'): void {
    providerCalls.inc({ provider: this.settings.provider, resource, outcome });
  }
}

/** "Not modified" is no answer to an unconditional question. */
function changed<Value>(answer: Answer<Value> | Unchanged, path: string): Answer<Value> {
  if ('unchanged' in answer) throw new UpstreamError(`${path}: status 304`, 'http_error', { status: 304 });
  return answer;
}

function readJson<Schema extends z.ZodType>(bytes: Buffer, schema: Schema, path: string): z.infer<Schema> {
  const result = schema.safeParse(JSON.parse(bytes.toString('utf8')));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new UpstreamError(`${path}: ${issue?.path.join('.')}: ${issue?.message}`, 'invalid');
}

/** The parsed error document; undefined when it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
