/** Dispatches and senders on a test database, with channels that only record. */
import { randomBytes, randomUUID } from 'node:crypto';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testLogger } from '@site/platform/testing/logger';
import type { AlertEvent } from '@site/proto/gen/nest/weather/v1/alert_events';
import { notificationsDatabase } from '../database.js';
import { readCursor, recordEvents, type CreatedDispatch } from '../events/record-events.js';
import type { ChannelKind, Reserved, Dispatch } from '../dispatches/dispatch-rows.js';
import type { ChannelSender, DeliveryResult } from '../adapters/adapter.js';
import { Sender } from '../sending/sender.js';

export const pulaski = '05119';
export const lonoke = '05085';

const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

export const anEvent = (changes: Partial<AlertEvent> = {}): AlertEvent => ({
  sequence: 0,
  eventKey: 'KLZK.TO.W.0042.2026',
  revision: 1,
  action: 'NEW',
  event: 'Tornado Warning',
  severity: 'Extreme',
  counties: [pulaski],
  newCounties: [],
  replacedCounties: [],
  alertId: 'urn:oid:1',
  threatStep: 0,
  sent: fromNow(-0.1),
  firstSeenAt: fromNow(0),
  ends: fromNow(30),
  headline: '',
  danger: 5,
  level: 'warning',
  badge: '',
  fromNwws: false,
  alreadyActive: false,
  ...changes,
});

export const aDispatch = (changes: Partial<Dispatch> = {}): Dispatch => ({
  id: randomUUID(),
  eventKey: 'KLZK.TO.W.0042.2026',
  revision: 1,
  kind: 'new',
  audience: 'all',
  alertKind: 'tornado',
  level: 4,
  priority: 0,
  counties: [pulaski],
  alert: anEvent(),
  firstSeenAt: new Date(),
  clockAheadMs: 0,
  createdAt: new Date(),
  sendUntil: new Date(Date.now() + 60_000),
  ...changes,
});

/** Its address must be sealed for its `channelId`. */
export const aReserved = (changes: Partial<Reserved> = {}): Reserved => ({
  channelId: randomUUID(),
  kind: 'push',
  addressSealed: Buffer.alloc(0),
  keysSealed: null,
  pushOrigin: null,
  counties: [pulaski],
  language: 'en',
  tries: 0,
  wasHeld: false,
  isProven: true,
  ...changes,
});

export interface TestReader {
  kind?: ChannelKind;
  county?: string;
  kinds?: string[];
  minLevel?: number;
  quietFrom?: string;
  quietUntil?: string;
  overrideQuietHours?: boolean;
}

/** Records messages instead of sending them, and responds with `answer`. */
export class FakeChannel implements ChannelSender {
  readonly sent: (Pick<Reserved, 'channelId' | 'counties' | 'language' | 'isProven'> & {
    dispatchId: string;
    revision: number;
  })[] = [];
  answer: (reserved: Reserved, dispatch: Dispatch) => DeliveryResult | Promise<DeliveryResult> = () => ({
    state: 'accepted',
  });

  constructor(readonly kind: ChannelKind) {}

  begin(dispatch: Dispatch) {
    return async (reserved: Reserved): Promise<DeliveryResult> => {
      const { channelId, counties, language, isProven } = reserved;
      const { id: dispatchId, revision } = dispatch;
      this.sent.push({ channelId, dispatchId, revision, counties, language, isProven });
      return this.answer(reserved, dispatch);
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** A test database with subscribers, recorded events and senders. */
export class SendingBench {
  readonly push = new FakeChannel('push');
  readonly mail = new FakeChannel('mail');
  readonly sms = new FakeChannel('sms');
  private senders: Sender[] = [];
  private sequence = 0;

  private constructor(readonly database: TestDatabase) {}

  static async open(): Promise<SendingBench> {
    return new SendingBench(await testDatabase(notificationsDatabase));
  }

  async close(): Promise<void> {
    await this.stopSenders();
    await this.database.drop();
  }

  async stopSenders(): Promise<void> {
    await Promise.all(this.senders.map((sender) => sender.stop()));
    this.senders = [];
  }

  query = <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
    this.database.dataSource.query<Row[]>(statement, values);

  /** Adds a confirmed channel; returns its id. */
  async addReader(reader: TestReader = {}): Promise<string> {
    const subscriberId = randomUUID();
    const channelId = randomUUID();
    const { kind = 'push', county = pulaski, kinds = ['tornado', 'flood', 'wind'], minLevel = 1 } = reader;
    await this.query(`INSERT INTO subscribers (id, state, confirmed_at) VALUES ($1, 'confirmed', now())`, [
      subscriberId,
    ]);
    await this.query(
      `INSERT INTO channels (id, subscriber_id, shard, kind, address_sealed, address_hash, push_origin, state, confirmed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'confirmed', now())`,
      [
        channelId,
        subscriberId,
        Number.parseInt(channelId.slice(-1), 16),
        kind,
        randomBytes(8),
        randomBytes(32),
        kind === 'push' ? 'https://fcm.googleapis.com' : null,
      ],
    );
    await this.query('INSERT INTO follows (county, subscriber_id) VALUES ($1, $2)', [county, subscriberId]);
    await this.query(
      `INSERT INTO preferences (subscriber_id, kinds, min_level, quiet_from, quiet_until, override_quiet_hours)
       VALUES ($1, $2, $3, $4, $5, $6)`,
      [
        subscriberId,
        kinds,
        minLevel,
        reader.quietFrom ?? null,
        reader.quietUntil ?? null,
        reader.overrideQuietHours ?? true,
      ],
    );
    return channelId;
  }

  /** Records events as if read from the weather proxy's log. */
  async record(...events: AlertEvent[]): Promise<CreatedDispatch[]> {
    const expected = await readCursor(this.database.dataSource);
    this.sequence = Math.max(this.sequence, expected.after);
    const numbered = events.map((event) => ({ ...event, sequence: (this.sequence += 1) }));
    const dispatches = await recordEvents(this.database.dataSource, { events: numbered, expected, now: Date.now() });
    if (dispatches === 'moved') throw new Error('somebody else moved the cursor');
    return dispatches;
  }

  async startSender({ batchRows = 500, paused = false } = {}): Promise<Sender> {
    const { push, mail, sms } = this;
    const { dataSource } = this.database;
    const sender = new Sender({ dataSource, senders: [push, mail, sms], logger: testLogger, paused, batchRows });
    this.senders.push(sender);
    await sender.start();
    return sender;
  }

  async isDone(): Promise<boolean> {
    const [row] = await this.query<{ open: number }>(
      'SELECT count(*)::integer AS open FROM dispatches WHERE finished_at IS NULL',
    );
    return row?.open === 0;
  }

  /** One channel per message. */
  sentTo = (channel: FakeChannel = this.push): string[] => channel.sent.map(({ channelId }) => channelId);
}
