/**
 * Serialized responses of which few are requested. Calls the service at most once per entry and `freshMs`; serves the
 * last good response during an outage.
 */
import { status } from '@grpc/grpc-js';
import { ResponseCache } from '@site/platform/base/response-cache';
import { success } from '../edge/envelope.js';
import { busy } from '../edge/http-errors.js';
import { steadyClock } from './steady-clock.js';
import { prepare, type Headers, type Prepared } from './prepared-response.js';

const freshMs = 5_000;
/** Shorter for fallback entries: the visitor needs newer data. */
const fallbackFreshMs = 1_000;
/** How long to wait for a newer response when an older one could be served. */
const refreshTimeoutMs = 1_000;
const lastGoodMs = 6 * 60 * 60_000;
const maxEntries = 100;

/** Definitive errors: the service responded that the entry doesn't exist. */
const refusals: readonly unknown[] = [status.NOT_FOUND, status.INVALID_ARGUMENT];
const isDefinitiveError = (error: unknown) => refusals.includes((error as { code?: unknown }).code);

interface Entry<Message> {
  message: Message;
  /** The service didn't respond; this is its last good response. */
  isUnreachable: boolean;
  prepared: Prepared;
}

interface Rules<Message> {
  /** Maps a message to response data; undefined if it can't be shown. */
  toData: (message: Message, isUnreachable: boolean) => object | undefined;
  action: string;
  headers: Headers;
}

export class ReadThroughCache<Message> {
  private readonly cache = new ResponseCache<Entry<Message>>({
    clock: steadyClock,
    freshMs: () => freshMs,
    pauseMs: fallbackFreshMs,
    waitMs: refreshTimeoutMs,
    maxAgeMs: lastGoodMs,
    isFinal: (error, hasValue) => !hasValue || isDefinitiveError(error),
    maxSize: maxEntries,
  });

  constructor(private readonly rules: Rules<Message>) {}

  /** Returns the response for a name. Rejects with the service's error if there is no fallback. */
  async find(name: string, load: () => Promise<Message>): Promise<Prepared> {
    const { value, failure } = await this.cache.get(name, async () => this.entryOf(await load(), false));
    if (failure !== undefined && !value.isUnreachable) Object.assign(value, await this.entryOf(value.message, true));
    return value.prepared;
  }

  /** Returns the last response without calling the service; undefined if it's too old to show. */
  ready(name: string): Prepared | undefined {
    return this.cache.peek(name)?.value.prepared;
  }

  /** Returns the last message without calling the service. */
  peek(name: string): Message | undefined {
    return this.cache.peek(name)?.value.message;
  }

  private async entryOf(message: Message, isUnreachable: boolean): Promise<Entry<Message>> {
    const { toData, action, headers } = this.rules;
    const data = toData(message, isUnreachable);
    if (!data) throw busy();
    return { message, isUnreachable, prepared: await prepare(JSON.stringify(success(action, data)), headers) };
  }
}
