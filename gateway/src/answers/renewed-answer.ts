import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOGGER, type Logger } from '@site/platform/base/tokens';
import type { Request, Response } from 'express';
import type { Subscription } from 'rxjs';
import { Changes } from '../edge/clients/changes.js';
import { success } from '../edge/envelope.js';
import { busy } from '../edge/failures.js';
import { momentNow, msSince, type Moment } from './moment.js';
import { prepare, sendPrepared, type Headers, type Prepared } from './prepared.js';
import { Section } from './section.js';
import { SourceClock } from './source-clock.js';

/**
 * Answers made from what the weather proxy asks a provider for from time to time. The last message stays in memory; what it lets
 * us say is decided when somebody asks, because it grows old meanwhile. While the weather proxy is down its last one stays.
 */

/** How often a message is asked for without notice of a change; it costs the weather proxy a look into its memory. */
const keepMs = 10_000;
/** What was said a moment ago is said again: ages are told in seconds. */
const holdsMs = 1_000;

/** How far a message can be relied on at this moment. */
export interface Standing {
  /** The weather proxy did not answer lately, and this is what it said last. */
  lost: boolean;
  /** How long ago it was asked for, by the one of our clocks that says more. */
  ageMs: number;
  /** Milliseconds since 1970 UTC, by the source's clock. */
  now: number;
}

interface Rules<Message, Data> {
  /** In logs. */
  name: string;
  /** Under which the weather proxy tells that it has something else to say. */
  topic: string;
  load: () => Promise<Message>;
  /** The data of the answer; undefined when a message lets us say nothing. */
  say: (message: Message, standing: Standing) => Data | undefined;
  /** The title of the answer's envelope. */
  action: string;
  headers: Headers;
}

interface Heard<Message> {
  message: Message;
  askedAt: Moment;
}

/** One answer, and what it is made of. Made by `RenewedAnswers`. */
export class RenewedAnswer<Message, Data extends object> {
  private readonly section: Section<Heard<Message>>;
  private said: { at: number; data: Data | undefined } | undefined;
  private made: { of: Data; prepared: Promise<Prepared> } | undefined;
  private latest: Prepared | undefined;
  private firstAttempt: Promise<void> | undefined;

  constructor(
    private readonly rules: Rules<Message, Data>,
    private readonly clock: SourceClock,
    logger: Logger,
  ) {
    this.section = new Section({
      name: rules.name,
      keepMs,
      load: () => {
        // Asked, not answered: an age may be told too high by the way of an answer, but not too low.
        const askedAt = momentNow();
        return rules.load().then((message) => ({ message, askedAt }));
      },
      onAttempt: async () => {
        this.said = undefined;
      },
      logger,
    });
  }

  get topic(): string {
    return this.rules.topic;
  }

  /** The last message, whatever may be said by it now; undefined when there never was one. */
  get message(): Message | undefined {
    return this.section.value?.message;
  }

  /** What may be said now; the same object for a second, unless something else was heard. */
  data(): Data | undefined {
    const { value, state } = this.section;
    if (!value) return undefined;
    const at = performance.now();
    if (this.said && at - this.said.at < holdsMs) return this.said.data;
    const data = this.rules.say(value.message, {
      lost: state !== 'fresh',
      ageMs: msSince(value.askedAt),
      now: this.clock.now(),
    });
    this.said = { at, data };
    return data;
  }

  /** The answer, after the first attempt to have one; undefined when nothing may be said. */
  async wait(): Promise<Prepared | undefined> {
    await this.firstAttempt;
    const data = this.data();
    if (!data) return undefined;
    if (this.made?.of !== data) {
      const { action, headers } = this.rules;
      const text = JSON.stringify(success(action, data));
      this.made = { of: data, prepared: prepare(text, headers, this.latest) };
    }
    this.latest = await this.made.prepared;
    return this.latest;
  }

  /** Sends the answer; fails with 503 when there is none. */
  async send(request: Request, response: Response): Promise<void> {
    const prepared = await this.wait();
    if (!prepared) throw busy();
    sendPrepared(request, response, prepared);
  }

  start(): void {
    this.firstAttempt = this.section.refresh();
  }

  changed(): void {
    this.section.changed();
  }

  stop(): void {
    this.section.stop();
  }
}

/** Makes these answers, and keeps them new for as long as the gateway runs. */
@Injectable()
export class RenewedAnswers implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly answers: Pick<RenewedAnswer<unknown, object>, 'topic' | 'start' | 'changed' | 'stop'>[] = [];
  private notices: Subscription | undefined;

  constructor(
    @Inject(Changes) private readonly changes: Changes,
    @Inject(SourceClock) private readonly clock: SourceClock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** An answer by its rules; it is asked for from the moment the gateway has started. */
  of<Message, Data extends object>(rules: Rules<Message, Data>): RenewedAnswer<Message, Data> {
    const answer = new RenewedAnswer(rules, this.clock, this.logger);
    this.answers.push(answer);
    return answer;
  }

  onApplicationBootstrap(): void {
    this.notices = this.changes.notices.subscribe(({ service, topic }) => {
      if (service !== 'weather') return;
      for (const answer of this.answers) if (topic === '*' || topic === answer.topic) answer.changed();
    });
    for (const answer of this.answers) answer.start();
  }

  onModuleDestroy(): void {
    this.notices?.unsubscribe();
    for (const answer of this.answers) answer.stop();
  }
}
