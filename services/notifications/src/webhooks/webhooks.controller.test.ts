import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import type {
  CreateWebhookRequest,
  CreateWebhookResponse,
  ListWebhooksResponse,
  Webhook,
} from '@site/proto/gen/nest/notifications/v1/webhooks';
import type { Caller } from '@site/proto/grpc';
import { maxWebhooks } from '@site/proto/notifications/v1/webhooks.schema';
import { until } from '@site/platform/testing/until';
import { testLogger } from '@site/platform/testing/logger';
import { readCursor, recordEvents } from '../events/record-events.js';
import { Sender } from '../sending/sender.js';
import { webhookErrors } from './last-error.js';
import { admin, moderator, Notifications } from '../testing/notifications.js';
import { anEvent, FakeChannel, pulaski } from '../testing/sending.js';

let notifications: Notifications;
beforeAll(async () => {
  notifications = await Notifications.start();
});
beforeEach(() => notifications.query('DELETE FROM subscribers'));
afterAll(() => notifications.stop());

const call = <Response>(method: string, request: object = {}, caller: Caller | undefined = admin) =>
  notifications.service.call<Response>('notifications.v1.WebhooksService', method, request, caller);
const aWebhook = (changes: Partial<CreateWebhookRequest> = {}): CreateWebhookRequest => ({
  name: 'Pulaski County OEM',
  url: `https://hooks.pulaski.gov/alerts?key=${randomUUID()}`,
  counties: [pulaski],
  kinds: ['tornado'],
  minLevel: 3,
  idempotency: { fingerprint: randomUUID() },
  ...changes,
});
const create = (changes: Partial<CreateWebhookRequest> = {}) =>
  call<CreateWebhookResponse>('createWebhook', aWebhook(changes));
const list = async () => (await call<ListWebhooksResponse>('listWebhooks')).webhooks;
const failsWith = (work: Promise<unknown>, code: status) => expect(work).rejects.toMatchObject({ code });
const logged = (...webhooks: (Webhook | undefined)[]) =>
  notifications.query(`SELECT action, subject_label, detail FROM audit WHERE subject_id = ANY($1) ORDER BY id`, [
    webhooks.map((webhook) => webhook?.id),
  ]);

describe('a webhook', () => {
  it('is created with a secret that is shown once, and listed without its URL, which may contain another', async () => {
    const { webhook, secret } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await list()).toEqual([webhook]);
    expect(webhook).toMatchObject({
      name: 'Pulaski County OEM',
      host: 'hooks.pulaski.gov',
      counties: [pulaski],
      kinds: ['tornado'],
      minLevel: 3,
    });
    const { webhook: second } = await create({ name: 'Saline County OEM' });
    expect((await list()).map(({ id }) => id)).toEqual([second?.id, webhook?.id]);
    expect(await logged(webhook, second)).toEqual([
      { action: 'webhook.create', subject_label: 'Pulaski County OEM', detail: 'hooks.pulaski.gov' },
      { action: 'webhook.create', subject_label: 'Saline County OEM', detail: 'hooks.pulaski.gov' },
    ]);
  });

  it('gets the warnings it asked for', async () => {
    const { webhook } = await create();
    const { dataSource } = notifications.database;
    const channel = new FakeChannel('webhook');
    const sender = new Sender({ dataSource, senders: [channel], logger: testLogger, paused: false });
    await sender.start();
    try {
      const expected = await readCursor(dataSource);
      const windy = anEvent({ sequence: 1, eventKey: 'KLZK.HW.W.0001.2026', event: 'High Wind Warning' });
      await recordEvents(dataSource, { events: [windy, anEvent({ sequence: 2 })], expected, now: Date.now() });
      await until('the call', () => channel.sent.length > 0);
      expect(channel.sent).toMatchObject([{ channelId: webhook?.id, counties: [pulaski] }]);
    } finally {
      await sender.stop();
    }
  });

  it('is listed with the error of its last call until one succeeds, which is only stored sealed', async () => {
    const { webhook, secret } = await create();
    const record = webhookErrors(notifications.database.dataSource, notifications.seal);
    const id = webhook?.id ?? '';
    await record(id, 'It redirects to https://new.example/in.');
    expect(await list()).toEqual([
      { ...webhook, lastError: 'It redirects to https://new.example/in.', lastErrorAt: expect.any(String) as string },
    ]);
    expect(await notifications.query(`SELECT FROM channels AS row WHERE strpos(row::text, 'new.example') > 0`)).toEqual(
      [],
    );
    await record(id, undefined);
    expect(await list()).toEqual([webhook]);
    const [row] = await notifications.query<{ keys_sealed: Buffer }>('SELECT keys_sealed FROM channels WHERE id = $1', [
      id,
    ]);
    expect(JSON.parse(notifications.seal.open(row?.keys_sealed ?? Buffer.alloc(0), id))).toEqual({ secret });
  });

  it('is created once per submission, and its secret is only stored sealed', async () => {
    const request = aWebhook({ idempotency: { key: randomUUID(), fingerprint: 'same' } });
    const made = await call<CreateWebhookResponse>('createWebhook', request);
    expect(await call('createWebhook', request)).toEqual(made);
    expect(await list()).toHaveLength(1);
    for (const table of ['idempotency', 'channels', 'webhooks', 'audit'])
      for (const hidden of [made.secret, request.url])
        expect(
          await notifications.query(`SELECT FROM ${table} AS row WHERE strpos(row::text, $1) > 0`, [hidden]),
        ).toEqual([]);
  });

  it.each([
    { url: 'http://hooks.pulaski.gov/' },
    { url: 'https://me:secret@hooks.pulaski.gov/' },
    { url: 'https://10.0.0.5/' },
    { url: 'https://[fd00::1]/' },
    { url: 'https://localhost/' },
    { url: 'https://notifications:50051/' },
    { url: 'https://vault.internal/' },
    { url: `https://hooks.pulaski.gov/${'x'.repeat(1_000)}` },
    { counties: ['99999'] },
    { counties: [] },
    { kinds: ['asteroid'] },
    { minLevel: 0 },
    { name: ' ' },
    { idempotency: undefined },
  ])('is refused with %j', async (wrong) => {
    await failsWith(create(wrong), status.INVALID_ARGUMENT);
    expect(await list()).toEqual([]);
  });

  it('is refused at an address that has one, unless its receiver wanted no more messages', async () => {
    const { url } = aWebhook();
    const { webhook } = await create({ url });
    await failsWith(create({ url }), status.INVALID_ARGUMENT);
    await notifications.query(`UPDATE channels SET state = 'ended' WHERE id = $1`, [webhook?.id]);
    expect(await list()).toEqual([]);
    const { webhook: repeated } = await create({ url });
    expect((await list()).map(({ id }) => id)).toEqual([repeated?.id]);
  });

  it('is limited to a hundred', async () => {
    await create();
    await notifications.query(
      `INSERT INTO channels (id, subscriber_id, shard, kind, address_sealed, address_hash, state)
       SELECT gen_random_uuid(), subscriber_id, 0, 'webhook', address_sealed, sha256(number::text::bytea), 'confirmed'
       FROM channels, generate_series(2, ${maxWebhooks}) AS number`,
    );
    await failsWith(create(), status.RESOURCE_EXHAUSTED);
  });

  it('is deleted permanently', async () => {
    const { webhook } = await create();
    expect(await call('deleteWebhook', { id: webhook?.id })).toEqual({});
    expect(await list()).toEqual([]);
    for (const table of ['subscribers', 'channels', 'follows', 'preferences'])
      expect(await notifications.query(`SELECT FROM ${table}`)).toEqual([]);
    await failsWith(call('deleteWebhook', { id: webhook?.id }), status.NOT_FOUND);
    await failsWith(call('deleteWebhook', { id: 'x' }), status.NOT_FOUND);
    expect((await logged(webhook)).at(-1)).toMatchObject({
      action: 'webhook.delete',
      subject_label: 'Pulaski County OEM',
    });
  });

  it('does not let a delete end a subscription that is not a webhook', async () => {
    const { id } = await notifications.addChannel();
    await failsWith(call('deleteWebhook', { id }), status.NOT_FOUND);
    expect(await notifications.query('SELECT state FROM channels')).toEqual([{ state: 'confirmed' }]);
  });
});

it.each([
  ['listWebhooks', {}],
  ['createWebhook', aWebhook()],
  ['deleteWebhook', { id: randomUUID() }],
])('%s is for admins only', async (method, request) => {
  await failsWith(call(method, request, moderator), status.PERMISSION_DENIED);
  await failsWith(
    notifications.service.call('notifications.v1.WebhooksService', method, request),
    status.UNAUTHENTICATED,
  );
});
