/**
 * Keeps a service's last message in memory, polled and refreshed on change notices, and answers requests from it, even
 * while the service is down. Each read re-evaluates its age.
 */
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import type { Request, Response } from 'express';
import type { Subscription } from 'rxjs';
import { Changes } from '../edge/clients/changes.js';
import { success } from '../edge/envelope.js';
import { busy } from '../edge/http-errors.js';
import { steadyClock } from './steady-clock.js';
import { prepare, sendPrepared, type Headers, type Prepared } from './prepared-response.js';
import { Section } from './response-section.js';
import { SourceClock } from './upstream-clock.js';

/** Applies when no change is announced. A poll only reads the weather proxy's memory. */
const defaultPollMs = 10_000;
/** Ages are in seconds. */
const reuseMs = 1_000;

export interface Freshness {
  /** The weather proxy didn't respond recently. */
  isUnreachable: boolean;
  /** By the clock that reports more. */
  ageMs: number;
  /** Milliseconds since 1970 UTC, by the upstream clock. */
  now: number;
}

interface Rules<Message, Data> {
  name: string;
  /** Of the weather proxy's change notices; none for other services' data. */
  topic?: string;
  load: () => Promise<Message>;
  /** Returns undefined if the message is too old or unusable. */
  toData: (message: Message, freshness: Freshness) => Data | undefined;
  action: string;
  headers: Headers;
  pollMs?: number;
}

/** Created by `RefreshAheadCaches`. */
export class RefreshAheadCache<Message, Data extends object> extends Section<Message> {
  readonly topic: string | undefined;
  private current: { at: number; value: Message; state: string; data: Data | undefined } | undefined;
  private serialized: { of: Data; prepared: Promise<Prepared> } | undefined;
  private latest: Prepared | undefined;
  private firstAttempt: Promise<void> | undefined;

  constructor(
    private readonly rules: Rules<Message, Data>,
    private readonly clock: SourceClock,
    logger: Logger,
  ) {
    const { name, load, pollMs: refreshIntervalMs = defaultPollMs } = rules;
    super({ name, load, refreshIntervalMs, logger });
    this.topic = rules.topic;
  }

  /** Returns the same object for a second, unless a new message arrives. */
  data(): Data | undefined {
    const { value, state, current } = this;
    if (!value) return undefined;
    const at = steadyClock.elapsed();
    if (current?.value === value && current.state === state && at - current.at < reuseMs) return current.data;
    const data = this.rules.toData(value, {
      isUnreachable: state !== 'fresh',
      ageMs: at - this.requestedAt,
      now: this.clock.now(),
    });
    this.current = { at, value, state, data };
    return data;
  }

  /** Waits for the first attempt, then returns the current response; undefined if the service never responded. */
  async wait(): Promise<Prepared | undefined> {
    await this.firstAttempt;
    const data = this.data();
    if (!data) return undefined;
    if (this.serialized?.of !== data) {
      const { action, headers } = this.rules;
      const text = JSON.stringify(success(action, data));
      this.serialized = { of: data, prepared: prepare(text, headers, { before: this.latest }) };
    }
    this.latest = await this.serialized.prepared;
    return this.latest;
  }

  /** Rejects with 503 if there is none. */
  async send(request: Request, response: Response): Promise<void> {
    const prepared = await this.wait();
    if (!prepared) throw busy();
    sendPrepared(request, response, prepared);
  }

  start(): void {
    this.firstAttempt = this.refresh();
  }
}

/** Creates the caches, starts their polling, and refreshes them on the weather proxy's change notices. */
@Injectable()
export class RefreshAheadCaches implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly caches: Pick<RefreshAheadCache<unknown, object>, 'topic' | 'start' | 'changed' | 'stop'>[] = [];
  private notices: Subscription | undefined;

  constructor(
    @Inject(Changes) private readonly changes: Changes,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Polling begins at startup. */
  of<Message, Data extends object>(rules: Rules<Message, Data>): RefreshAheadCache<Message, Data> {
    const cache = new RefreshAheadCache(rules, this.clock, this.logger);
    this.caches.push(cache);
    return cache;
  }

  onApplicationBootstrap(): void {
    this.notices = this.changes.notices.subscribe(({ service, topic }) => {
      if (service !== 'weather') return;
      for (const cache of this.caches) if (cache.topic && ['*', cache.topic].includes(topic)) cache.changed();
    });
    for (const cache of this.caches) cache.start();
  }

  onModuleDestroy(): void {
    this.notices?.unsubscribe();
    for (const cache of this.caches) cache.stop();
  }
}
