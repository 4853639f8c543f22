/** Fetches documents from one provider, within limits and validated. Any other response is an `UpstreamError`. */
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Pool } from 'undici';
import type { z } from 'zod';
import type { Guard } from './breaker.js';
import type { DailyBudget } from './daily-budget.js';
import { collectLeftOut, reasonOf, type LeftOutPart } from '../readings/skipped-parts.js';
import { parseCleanJson } from '../readings/source-values.js';
import { providerCalls, providerCallSeconds } from './metrics.js';
import { isJson, retryAfterMs, timeOf, validatorsOf, type ResponseTime, type Validators } from './headers.js';
import { RetryBudget } from './retry-budget.js';
import { asUpstreamError, isPassing, outcomeOf, UpstreamError } from './upstream-error.js';

export const connectTimeoutMs = 1_000;
/** A raw grid is below 0.5 MiB. */
const defaultMaxBodyBytes = 2 * 1024 * 1024;
/** As many as places fetched concurrently. */
const defaultConnections = 64;

const unpack = promisify(gunzip);

export interface UpstreamSettings {
  /** For metrics and logs. */
  provider: string;
  baseUrl: string;
  headers: Record<string, string>;
  /** Added when the request is sent, so that secrets never appear in messages or logs. */
  secretQuery?: Readonly<Record<string, string>>;
  /** Maps an error body. */
  parseRejection?: (status: number, body: unknown) => UpstreamRejection | undefined;
  budget?: DailyBudget;
  /** Compressed or decompressed. */
  maxBodyBytes?: number;
  connections?: number;
  /** After a 429 without Retry-After. */
  pauseWhenLimitedMs?: number;
  /** Gets the unusable parts of each usable JSON response; usually none. */
  onLeftOut?: (resource: string, leftOut: readonly LeftOutPart[]) => void;
}

export interface UpstreamRejection {
  outcome: 'not_found' | 'rate_limited' | 'http_error';
  retryAfterMs?: number;
}

export interface CallGuards {
  breaker: Guard;
  /** For the whole chain of calls. */
  deadline: AbortSignal;
  /** False when the provider forbids prompt retries. */
  mayRepeat?: false;
}

export interface UpstreamResponse<Value> extends ResponseTime {
  value: Value;
  validators: Validators;
}

export interface FileOptions {
  /** Accepted media types: /\bxml\b/; any when absent. */
  mediaType?: RegExp;
  /** Compressed or decompressed; at most the setting for the whole host. */
  maxBytes: number;
  /** Other content fails the call. */
  isValid?: (bytes: Buffer) => boolean;
}

interface Reading<Value> {
  isMediaType: (contentType: string | string[] | undefined) => boolean;
  maxBytes: number;
  read: (bytes: Buffer) => Value;
}

export interface Unchanged extends ResponseTime {
  unchanged: true;
}

export class Upstream {
  private readonly pool: Pool;
  private readonly basePath: string;
  private readonly retries = new RetryBudget();
  private readonly secretQuery: string;
  private readonly maxBodyBytes: number;

  constructor(private readonly settings: UpstreamSettings) {
    this.maxBodyBytes = settings.maxBodyBytes ?? defaultMaxBodyBytes;
    const base = new URL(settings.baseUrl);
    this.basePath = base.pathname.replace(/\/+$/, '');
    this.secretQuery = new URLSearchParams(settings.secretQuery).toString();
    // A pool has one origin, and `request` follows no redirects.
    this.pool = new Pool(base.origin, {
      connections: settings.connections ?? defaultConnections,
      connect: { timeout: connectTimeoutMs },
      maxResponseSize: this.maxBodyBytes,
    });
  }

  /** Fetches JSON. @param path with its query @throws UpstreamError */
  async getJson<Schema extends z.ZodType>(
    resource: string,
    path: string,
    schema: Schema,
    guards: CallGuards,
  ): Promise<UpstreamResponse<z.infer<Schema>>> {
    return changed(await this.getJsonIfChanged(resource, path, schema, guards, {}), path);
  }

  /** Fetches a file of the wanted type and size. @param path with its query @throws UpstreamError */
  async getFile(
    resource: string,
    path: string,
    { mediaType, maxBytes, isValid = () => true }: FileOptions,
    guards: CallGuards,
  ): Promise<UpstreamResponse<Buffer>> {
    const reading = {
      isMediaType: (contentType: unknown) =>
        !mediaType || (typeof contentType === 'string' && mediaType.test(contentType)),
      maxBytes: Math.min(maxBytes, this.maxBodyBytes),
      read: (bytes: Buffer) => {
        if (!isValid(bytes)) throw new UpstreamError(`${path}: not the wanted file`, 'invalid');
        return bytes;
      },
    };
    return changed(await this.get(resource, path, reading, guards, {}), path);
  }

  /** Fetches JSON, unless unchanged since `validators` were issued. @throws UpstreamError */
  async getJsonIfChanged<Schema extends z.ZodType>(
    resource: string,
    path: string,
    schema: Schema,
    guards: CallGuards,
    validators: Validators,
  ): Promise<UpstreamResponse<z.infer<Schema>> | Unchanged> {
    const reading = {
      isMediaType: isJson,
      maxBytes: this.maxBodyBytes,
      read: (bytes: Buffer) => {
        const { result, leftOut } = collectLeftOut(() => readJson(bytes, schema, path));
        this.settings.onLeftOut?.(resource, leftOut);
        return result;
      },
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
  ): Promise<UpstreamResponse<Value> | Unchanged> {
    const attempt = () => this.attempt(resource, path, reading, deadline, validators);
    try {
      // Outside the breaker, which would count our own refusal.
      if (this.settings.budget?.isSpent) throw new UpstreamError('the daily budget is used up', 'refused');
      return await breaker.run(async (trying) => {
        this.retries.earn();
        try {
          return await attempt();
        } catch (error) {
          // Gridpoint calls sometimes return 500 once (netbymatt/ws4kp#40).
          const shouldRetry =
            mayRepeat !== false &&
            error instanceof UpstreamError &&
            isPassing(error) &&
            !trying &&
            !deadline.aborted &&
            this.retries.spend();
          if (!shouldRetry) throw error;
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
  ): Promise<UpstreamResponse<Value> | Unchanged> {
    const stop = providerCallSeconds.startTimer({ provider: this.settings.provider, resource });
    try {
      const response = await this.request(path, reading, deadline, validators);
      this.count(resource, 'ok');
      return response;
    } catch (error) {
      const upstreamError = error instanceof UpstreamError ? error : asUpstreamError(error, path);
      this.count(resource, upstreamError.outcome);
      throw upstreamError;
    } finally {
      stop();
    }
  }

  private async request<Value>(
    path: string,
    { isMediaType, maxBytes, read }: Reading<Value>,
    deadline: AbortSignal,
    validators: Validators,
  ): Promise<UpstreamResponse<Value> | Unchanged> {
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
    const reject = (message: string, outcome: UpstreamError['outcome'], retryAfterMs?: number): never => {
      // Also closes a connection that is still streaming.
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
      if (this.settings.parseRejection && statusCode >= 400 && isJson(headers['content-type'])) {
        const rejection = this.settings.parseRejection(statusCode, parsed(await body.text()));
        if (rejection) return reject(`status ${statusCode}`, rejection.outcome, rejection.retryAfterMs);
      }
      const defaultPauseMs = statusCode === 429 ? this.settings.pauseWhenLimitedMs : undefined;
      const pauseMs = retryAfterMs(headers['retry-after']) ?? defaultPauseMs;
      return reject(`status ${statusCode}`, outcomeOf(statusCode), pauseMs);
    }
    if (!isMediaType(headers['content-type'])) {
      return reject(`content type ${String(headers['content-type'])}`, 'invalid');
    }
    const encoding = headers['content-encoding'] ?? 'identity';
    if (encoding !== 'identity' && encoding !== 'gzip')
      return reject(`content encoding ${String(encoding)}`, 'invalid');
    const chunks: Buffer[] = [];
    let sent = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      sent += chunk.length;
      if (sent > maxBytes) return reject(`more than ${maxBytes} bytes`, 'too_large');
      chunks.push(chunk);
    }
    const packed = Buffer.concat(chunks);
    const bytes = encoding === 'gzip' ? await unpack(packed, { maxOutputLength: maxBytes }) : packed;
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

/** 304 is invalid for an unconditional request. */
function changed<Value>(response: UpstreamResponse<Value> | Unchanged, path: string): UpstreamResponse<Value> {
  if ('unchanged' in response) throw new UpstreamError(`${path}: status 304`, 'http_error', { status: 304 });
  return response;
}

function readJson<Schema extends z.ZodType>(bytes: Buffer, schema: Schema, path: string): z.infer<Schema> {
  const result = schema.safeParse(parseCleanJson(bytes.toString('utf8')));
  if (result.success) return result.data;
  throw new UpstreamError(`${path}: ${reasonOf(result.error)}`, 'invalid');
}

/** Undefined when it isn't JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
