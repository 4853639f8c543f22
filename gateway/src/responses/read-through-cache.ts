/**
 * Read-through cache for responses of which few are requested. Calls the service at most once per entry and `freshMs`;
 * serves the last good response during an outage.
 */
import { status } from '@grpc/grpc-js';
import { withDeadline } from '@site/platform/base/deadline';
import { LRUCache } from 'lru-cache';
import { success } from '../edge/envelope.js';
import { busy } from '../edge/http-errors.js';
import { SharedWork } from './coalesced.js';
import { prepare, type Headers, type Prepared } from './serialized-response.js';

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
  /** From `performance.now()`. */
  respondedAt: number;
  writtenAt: number;
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
  private readonly entries = new LRUCache<string, Entry<Message>>({ max: maxEntries });
  private readonly pending = new SharedWork<Entry<Message>>();

  constructor(private readonly rules: Rules<Message>) {}

  /** Returns the response for a name. Rejects with the service's error if there is no fallback. */
  async find(name: string, load: () => Promise<Message>): Promise<Prepared> {
    const cached = this.entries.get(name);
    const now = performance.now();
    if (cached && now - cached.writtenAt < (cached.isUnreachable ? fallbackFreshMs : freshMs)) return cached.prepared;
    const loading = this.pending.run(name, () => this.refresh(name, load));
    if (!cached || now - cached.respondedAt > lastGoodMs) return (await loading).prepared;
    try {
      return (await withDeadline(loading, refreshTimeoutMs)).prepared;
    } catch (error) {
      if (isDefinitiveError(error)) throw error;
      return (await this.store(name, cached.message, cached.respondedAt, true)).prepared;
    }
  }

  /** Returns the last response without calling the service; undefined if it's too old to show. */
  ready(name: string): Prepared | undefined {
    const cached = this.entries.peek(name);
    return cached && performance.now() - cached.respondedAt <= lastGoodMs ? cached.prepared : undefined;
  }

  /** Returns the last message, whatever its age, without calling the service. */
  peek(name: string): Message | undefined {
    return this.entries.peek(name)?.message;
  }

  private async refresh(name: string, load: () => Promise<Message>): Promise<Entry<Message>> {
    try {
      return await this.store(name, await load(), performance.now(), false);
    } catch (error) {
      if (isDefinitiveError(error)) this.entries.delete(name);
      throw error;
    }
  }

  private async store(
    name: string,
    message: Message,
    respondedAt: number,
    isUnreachable: boolean,
  ): Promise<Entry<Message>> {
    const { toData, action, headers } = this.rules;
    const data = toData(message, isUnreachable);
    if (!data) throw busy();
    const prepared = await prepare(JSON.stringify(success(action, data)), headers);
    const entry = { message, respondedAt, writtenAt: performance.now(), isUnreachable, prepared };
    // An entry that arrived in the meantime is newer.
    const other = this.entries.peek(name);
    if (!other || other.respondedAt <= respondedAt) this.entries.set(name, entry);
    return entry;
  }
}
