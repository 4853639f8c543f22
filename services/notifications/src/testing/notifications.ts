/** Runs the notifications service on a test database. */
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import type { MailReportSettings } from '@site/platform/mail/report-access';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { testLogger } from '@site/platform/testing/logger';
import { startTestService, type TestService } from '@site/platform/testing/service';
import type { PushEndpoint, SubscribeRequest, Preferences } from '@site/proto/gen/nest/notifications/v1/subscriptions';
import type { Caller } from '@site/proto/grpc';
import { consentVersion } from '@site/proto/notifications/v1/subscriptions.schema';
import { usAreaCodes } from '@site/domain/us-area-codes';
import { AppModule, packages } from '../app.module.js';
import { AddressSeal, type SealKeys } from '../channels/address-seal.js';
import { issueConfirmToken } from '../channels/tokens.js';
import { notificationsDatabase } from '../database.js';
import { sweepBy } from '../retention.js';
import type { NotificationSettings } from '../config.js';
import type { ConfirmationBudgets } from '../subscriptions/confirmation-limits.js';
import { ConfirmationRelay } from '../subscriptions/confirmation-relay.js';
import type { ConfirmationFate, ConfirmationMessage } from '../subscriptions/confirmations.js';

const buildCaller = (role: Caller['role'], name: string): Caller => ({
  id: randomUUID(),
  name,
  role,
  clientAddress: '192.0.2.1',
});
export const admin = buildCaller('admin', 'Ada Admin');
export const moderator = buildCaller('moderator', 'Mo Moderator');

const newPoint = (): string => {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  return ecdh.getPublicKey('base64url');
};

/** A push subscription with valid keys and a unique endpoint. */
export const aBrowser = (changes: Partial<PushEndpoint> = {}): PushEndpoint => ({
  endpoint: `https://fcm.googleapis.com/fcm/send/${randomUUID()}`,
  p256dh: newPoint(),
  auth: randomBytes(16).toString('base64url'),
  ...changes,
});

export const somePreferences = (changes: Partial<Preferences> = {}): Preferences => ({
  counties: ['05119', '05125'],
  kinds: ['tornado', 'flash_flood'],
  minLevel: 3,
  quietFrom: '22:00',
  quietUntil: '07:00',
  overrideQuietHours: true,
  language: 'en',
  ...changes,
});

/** Signs the text carrier's callbacks. */
export const carrierToken = 'of-the-carrier';

const defaultSettings: NotificationSettings = {
  vapidPublicKey: newPoint(),
  mail: true,
  sms: true,
  smsAuthToken: carrierToken,
  smsAreaCodes: usAreaCodes,
  paused: false,
  pushHosts: ['fcm.googleapis.com', '*.push.apple.com'],
};

const roomyBudgets: ConfirmationBudgets = {
  mail: { site: 10_000, network: 1_000 },
  sms: { site: 10_000, network: 1_000 },
};

/** Fake push services and mail server that record confirmations. */
class FakeConfirmations {
  readonly asked: ConfirmationMessage[] = [];
  /** Outcomes of the next messages; "accepted" if empty. */
  readonly fates: (ConfirmationFate | Error)[] = [];

  send = async (message: ConfirmationMessage): Promise<ConfirmationFate> => {
    this.asked.push(message);
    const fate = this.fates.shift() ?? 'accepted';
    if (fate instanceof Error) throw fate;
    return fate;
  };
}

/** The service on a test database, with a sender that only records. */
export class Notifications {
  readonly confirmations = new FakeConfirmations();
  private readonly relays: ConfirmationRelay[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly service: TestService,
    readonly keys: SealKeys,
    readonly seal: AddressSeal,
  ) {}

  static async start(
    settings: Partial<NotificationSettings> = {},
    mailReports?: MailReportSettings,
  ): Promise<Notifications> {
    const database = await testDatabase(notificationsDatabase);
    const keys = { current: randomBytes(32), hash: randomBytes(32) };
    const seal = new AddressSeal(keys);
    const service = await startTestService({
      name: 'notifications',
      packages,
      logger: testLogger,
      module: AppModule.with({
        logger: testLogger,
        database: database.settings,
        seal,
        settings: { ...defaultSettings, ...settings },
        mailReports,
      }),
    });
    return new Notifications(database, service, keys, seal);
  }

  async stop(): Promise<void> {
    await Promise.all(this.relays.map((relay) => relay.stop()));
    await this.service.close();
    await this.database.drop();
  }

  async startRelay(budgets: ConfirmationBudgets = roomyBudgets): Promise<ConfirmationRelay> {
    const { seal } = this;
    const { dataSource } = this.database;
    const send = (message: ConfirmationMessage) => this.confirmations.send(message);
    const relay = new ConfirmationRelay({ dataSource, seal, send, budgets, logger: testLogger });
    this.relays.push(relay);
    await relay.start();
    return relay;
  }

  sweep = (): Promise<unknown> => sweepBy(this.seal)(this.database.dataSource);

  call = <Response = object>(method: string, request: object, caller?: Caller): Promise<Response> =>
    this.service.call<Response>('notifications.v1.SubscriptionsService', method, request, caller);

  subscribe = (request: Partial<SubscribeRequest>): Promise<object> =>
    this.call('subscribe', {
      preferences: somePreferences(),
      consentVersion,
      network: `net-${randomUUID()}`,
      idempotency: { fingerprint: randomUUID() },
      ...request,
    });

  query = <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
    this.database.dataSource.query<Row[]>(statement, values);

  async channelOf(kind: string, address: string): Promise<ChannelRow | undefined> {
    const [row] = await this.query<ChannelRow>('SELECT * FROM channels WHERE address_hash = $1', [
      this.seal.hash(kind, address),
    ]);
    return row;
  }

  /** Signs up and confirms a browser, or the given email address. */
  async addChannel(
    options: { push?: PushEndpoint; email?: string; preferences?: Preferences } = {},
  ): Promise<{ id: string; subscriberId: string; token: string }> {
    const { email, push = aBrowser(), preferences = somePreferences() } = options;
    await this.subscribe({ ...(email === undefined ? { push } : { email }), preferences });
    const row = await this.channelOf(email === undefined ? 'push' : 'mail', email?.toLowerCase() ?? push.endpoint);
    if (!row) throw new Error('the channel was not made');
    await this.call('confirmChannel', { token: await this.confirmToken(row.id) });
    return { id: row.id, subscriberId: row.subscriber_id, token: this.seal.manageToken(row.id) };
  }

  confirmToken = (channelId: string): Promise<string> => issueConfirmToken(this.database.dataSource, channelId);
}

export interface ChannelRow {
  id: string;
  subscriber_id: string;
  shard: number;
  kind: string;
  state: string;
  address_sealed: Buffer;
  keys_sealed: Buffer | null;
  push_origin: string | null;
  consent_version: string | null;
  consent_network: string | null;
  confirmed_at: Date | null;
  last_ok_at: Date | null;
}
