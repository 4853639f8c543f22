/**
 * Read-through cache for responses of which few are requested. Calls the service at most once per entry and `freshMs`;
 * serves the last good response during an outage.
 */
import { status } from '@grpc/grpc-js';
import { withDeadline } from '@site/platform/base/deadline';
import { LRUCache } from 'lru-cache';
import { success } from '../edge/envelope.js';
import { busy } from '../edge/failures.js';
import { SharedWork } from './coalesced.js';
import { prepare, type Headers, type Prepared } from './prepared.js';

const freshMs = 5_000;
/** Shorter for fallback entries: the visitor needs newer data. */
const freshWhenLostMs = 1_000;
/** How long to wait for a newer response when an older one could be served. */
const patienceMs = 1_000;
const lastGoodMs = 6 * 60 * 60_000;
const mostEntries = 100;

/** Definitive errors: the service responded that the entry doesn't exist. */
const refusals: readonly unknown[] = [status.NOT_FOUND, status.INVALID_ARGUMENT];
const isRefusal = (error: unknown) => refusals.includes((error as { code?: unknown }).code);

interface Entry<Message> {
  message: Message;
  /** From `performance.now()`. */
  answeredAt: number;
  writtenAt: number;
  /** The service didn't respond; this is its last good response. */
  lost: boolean;
  prepared: Prepared;
}

interface Rules<Message> {
  /** Maps a message to response data; undefined if it can't be shown. */
  toData: (message: Message, lost: boolean) => object | undefined;
  action: string;
  headers: Headers;
}

export class ReadThroughCache<Message> {
  private readonly entries = new LRUCache<string, Entry<Message>>({ max: mostEntries });
  private readonly pending = new SharedWork<Entry<Message>>();

  constructor(private readonly rules: Rules<Message>) {}

  /** Returns the response for a name. Rejects with the service's error if there is no fallback. */
  async find(name: string, load: () => Promise<Message>): Promise<Prepared> {
    const cached = this.entries.get(name);
    const now = performance.now();
    if (cached && now - cached.writtenAt < (cached.lost ? freshWhenLostMs : freshMs)) return cached.prepared;
    const asked = this.pending.run(name, () => this.ask(name, load));
    if (!cached || now - cached.answeredAt > lastGoodMs) return (await asked).prepared;
    try {
      return (await withDeadline(asked, patienceMs)).prepared;
    } catch (error) {
      if (isRefusal(error)) throw error;
      return (await this.store(name, cached.message, cached.answeredAt, true)).prepared;
    }
  }

  /** Returns the last response without calling the service; undefined if it's too old to show. */
  ready(name: string): Prepared | undefined {
    const cached = this.entries.peek(name);
    return cached && performance.now() - cached.answeredAt <= lastGoodMs ? cached.prepared : undefined;
  }

  /** Returns the last message, whatever its age, without calling the service. */
  peek(name: string): Message | undefined {
    return this.entries.peek(name)?.message;
  }

  private async ask(name: string, load: () => Promise<Message>): Promise<Entry<Message>> {
    try {
      return await this.store(name, await load(), performance.now(), false);
    } catch (error) {
      if (isRefusal(error)) this.entries.delete(name);
      throw error;
    }
  }

  private async store(name: string, message: Message, answeredAt: number, lost: boolean): Promise<Entry<Message>> {
    const { toData, action, headers } = this.rules;
    const data = toData(message, lost);
    if (!data) throw busy();
    const prepared = await prepare(JSON.stringify(success(action, data)), headers);
    const entry = { message, answeredAt, writtenAt: performance.now(), lost, prepared };
    // An entry that arrived in the meantime is newer.
    const other = this.entries.peek(name);
    if (!other || other.answeredAt <= answeredAt) this.entries.set(name, entry);
    return entry;
  }
}
