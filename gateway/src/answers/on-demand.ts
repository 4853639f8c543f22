import { status } from '@grpc/grpc-js';
import { withDeadline } from '@site/platform/base/deadline';
import { LRUCache } from 'lru-cache';
import { success } from '../edge/envelope.js';
import { busy } from '../edge/failures.js';
import { SharedWork } from './coalesced.js';
import { prepare, type Headers, type Prepared } from './prepared.js';

/**
 * Answers of which there are many and few are asked for, each ready for some seconds. However many visitors ask for one, the
 * service is asked once in that time; while it is down, what it said last stands in.
 */

/** One that was asked for less long ago is sent without asking. */
const freshMs = 5_000;
/** One that stands in for less: the visitor is waiting for something newer. */
const freshWhenLostMs = 1_000;
/** Where an older answer can stand in, a newer one is waited for no longer than this. */
const patienceMs = 1_000;
const lastGoodMs = 6 * 60 * 60_000;
const mostAnswers = 100;

/** With these a service has answered: there is no such thing. */
const refusals: readonly unknown[] = [status.NOT_FOUND, status.INVALID_ARGUMENT];
const isRefusal = (error: unknown) => refusals.includes((error as { code?: unknown }).code);

interface Entry<Message> {
  message: Message;
  /** By `performance.now()`. */
  answeredAt: number;
  writtenAt: number;
  /** The service did not answer, and this is what it said last. */
  lost: boolean;
  prepared: Prepared;
}

interface Rules<Message> {
  /** The data of an answer; undefined when the message makes none. */
  say: (message: Message, lost: boolean) => object | undefined;
  action: string;
  headers: Headers;
}

export class OnDemand<Message> {
  private readonly entries = new LRUCache<string, Entry<Message>>({ max: mostAnswers });
  private readonly asking = new SharedWork<Entry<Message>>();

  constructor(private readonly rules: Rules<Message>) {}

  /** The answer of a name; fails as the service does when nothing can stand in. */
  async find(name: string, load: () => Promise<Message>): Promise<Prepared> {
    const kept = this.entries.get(name);
    const now = performance.now();
    if (kept && now - kept.writtenAt < (kept.lost ? freshWhenLostMs : freshMs)) return kept.prepared;
    const asked = this.asking.run(name, () => this.ask(name, load));
    if (!kept || now - kept.answeredAt > lastGoodMs) return (await asked).prepared;
    try {
      return (await withDeadline(asked, patienceMs)).prepared;
    } catch (error) {
      if (isRefusal(error)) throw error;
      return (await this.keep(name, kept.message, kept.answeredAt, true)).prepared;
    }
  }

  /** What the service said last of it, if that is still kept. */
  held(name: string): Message | undefined {
    return this.entries.peek(name)?.message;
  }

  private async ask(name: string, load: () => Promise<Message>): Promise<Entry<Message>> {
    try {
      return await this.keep(name, await load(), performance.now(), false);
    } catch (error) {
      if (isRefusal(error)) this.entries.delete(name);
      throw error;
    }
  }

  private async keep(name: string, message: Message, answeredAt: number, lost: boolean): Promise<Entry<Message>> {
    const { say, action, headers } = this.rules;
    const data = say(message, lost);
    if (!data) throw busy();
    const prepared = await prepare(JSON.stringify(success(action, data)), headers);
    const entry = { message, answeredAt, writtenAt: performance.now(), lost, prepared };
    // What came while this was written is newer.
    const other = this.entries.peek(name);
    if (!other || other.answeredAt <= answeredAt) this.entries.set(name, entry);
    return entry;
  }
}
