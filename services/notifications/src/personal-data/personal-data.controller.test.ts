import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { checkAudit } from '@site/platform/data/audit-chain';
import { until } from '@site/platform/testing/until';
import type {
  ErasePersonalDataResponse,
  ExportPersonalDataResponse,
} from '@site/proto/gen/nest/notifications/v1/personal_data';
import type { Caller } from '@site/proto/grpc';
import { consentVersion } from '@site/proto/notifications/v1/subscriptions.schema';
import { aBrowser, admin, moderator, Notifications, somePreferences } from '../testing/notifications.js';

let notifications: Notifications;
beforeAll(async () => {
  notifications = await Notifications.start();
});
afterAll(() => notifications.stop());

const call = <Response>(method: string, request: object, caller: Caller | undefined = admin) =>
  notifications.service.call<Response>('notifications.v1.PersonalDataService', method, request, caller);
const exported = (email: string) => call<ExportPersonalDataResponse>('exportPersonalData', { email });
const erased = (email: string) => call<ErasePersonalDataResponse>('erasePersonalData', { email });
const anEmail = () => `Nora.${randomUUID()}@Example.com`;

async function addMessage(channelId: string): Promise<void> {
  await notifications.query(
    `INSERT INTO deliveries (day, dispatch_id, channel_id, shard, state, accepted_at)
     VALUES ((now() AT TIME ZONE 'UTC')::date, gen_random_uuid(), $1, 0, 'accepted', now())`,
    [channelId],
  );
  await notifications.query(`INSERT INTO notified (event_key, channel_id, revision) VALUES ($2, $1, 1)`, [
    channelId,
    randomUUID(),
  ]);
}

async function tablesWith(text: string): Promise<string[]> {
  const tables = await notifications.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'notifications'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await notifications.query(`SELECT FROM ${name} AS row WHERE strpos(lower(row::text), lower($1)) > 0`, [
      text,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found.sort();
}

it('finds the preferences and consent of an email address in any case, and erases them with its messages', async () => {
  const email = anEmail();
  const { id } = await notifications.addChannel({ email });
  const other = await notifications.addChannel({ email: anEmail() });
  await addMessage(id);
  const { quietFrom, quietUntil, counties, kinds, minLevel } = somePreferences();
  expect((await exported(` ${email.toUpperCase()}`)).alerts).toMatchObject({
    state: 'confirmed',
    counties,
    kinds,
    minLevel,
    quietFrom,
    quietUntil,
    signedUpAt: expect.stringMatching(/Z$/) as string,
    confirmedAt: expect.stringMatching(/Z$/) as string,
    consentVersion,
    consentNetwork: expect.stringMatching(/^net-/) as string,
    messages: 1,
    language: 'en',
  });

  expect(await erased(email.toLowerCase())).toEqual({ subscriptions: 1 });
  expect(await tablesWith(id)).toEqual([]);
  expect(await exported(email)).toEqual({});
  expect(await erased(email)).toEqual({ subscriptions: 0 });
  expect(await notifications.query('SELECT state FROM channels WHERE id = $1', [other.id])).toEqual([
    { state: 'confirmed' },
  ]);
});

it("finds and erases a phone's subscription in any spelling of its number; a STOP stays", async () => {
  const phone = '+15015550188';
  await notifications.subscribe({ phone });
  const id = (await notifications.channelOf('sms', phone))?.id ?? '';
  await notifications.call('confirmChannel', { token: await notifications.confirmToken(id) });
  const byPhone = { email: '', phone: '(501) 555-0188' };
  expect((await call<ExportPersonalDataResponse>('exportPersonalData', byPhone)).alerts).toMatchObject({
    state: 'confirmed',
    counties: somePreferences().counties,
  });
  const hash = notifications.seal.hash('sms', phone);
  const target = () => notifications.query('SELECT FROM requested_addresses WHERE address_hash = $1', [hash]);
  await notifications.query('INSERT INTO requested_addresses (address_hash, stopped_at) VALUES ($1, now())', [hash]);
  expect(await call('erasePersonalData', byPhone)).toEqual({ subscriptions: 1 });
  expect([await tablesWith(id), (await target()).length]).toEqual([[], 1]);
  await notifications.query('UPDATE requested_addresses SET stopped_at = NULL WHERE address_hash = $1', [hash]);
  expect(await call('erasePersonalData', byPhone)).toEqual({ subscriptions: 0 });
  expect(await target()).toEqual([]);
});

it("finds and erases a browser's subscription, by its endpoint and by its link", async () => {
  const push = aBrowser();
  const { id, token } = await notifications.addChannel({ push });
  const other = await notifications.addChannel();
  const link = `https://weather.example/subscription?token=${token}&said=saved`;
  for (const named of [push.endpoint, link])
    expect(
      (await call<ExportPersonalDataResponse>('exportPersonalData', { email: '', push: named })).alerts,
    ).toMatchObject({ state: 'confirmed', counties: somePreferences().counties });
  for (const unknown of [
    'https://weather.example/subscription?token=none',
    'https://fcm.googleapis.com/x',
    'nothing',
    '',
  ])
    expect(await call('exportPersonalData', { email: '', push: unknown })).toEqual({});
  expect(await call('erasePersonalData', { email: '', push: link })).toEqual({ subscriptions: 1 });
  expect(await tablesWith(id)).toEqual([]);
  expect(await notifications.query('SELECT FROM channels WHERE id = $1', [other.id])).toHaveLength(1);
});

it('returns the preferences of a sign-up that was never confirmed', async () => {
  const email = anEmail();
  await notifications.subscribe({ email, network: '192.0.2.0/24', preferences: somePreferences({ language: 'es' }) });
  expect((await exported(email)).alerts).toMatchObject({
    state: 'pending',
    counties: somePreferences().counties,
    confirmedAt: '',
    consentVersion,
    consentNetwork: '192.0.2.0/24',
    messages: 0,
    language: 'es',
  });
  expect(await erased(email)).toEqual({ subscriptions: 1 });
});

it('leaves audit entries that say how much but not whose, in a valid chain', async () => {
  const email = anEmail();
  await notifications.addChannel({ email });
  await exported(email);
  await erased(email);
  await erased(email);
  const rows = await notifications.query<{ detail: string }>(
    `SELECT action, detail, subject_label FROM audit WHERE action LIKE 'person.%' ORDER BY id DESC LIMIT 3`,
  );
  expect(rows).toEqual([
    { action: 'person.erase', detail: 'nothing', subject_label: '' },
    { action: 'person.erase', detail: '1 alert subscription', subject_label: '' },
    { action: 'person.export', detail: '1 alert subscription', subject_label: '' },
  ]);
  expect(await tablesWith(email)).toEqual([]);
  const { dataSource } = notifications.database;
  await until('a chain that holds', async () => {
    const { fault } = await checkAudit((statement, values) => dataSource.query(statement, values));
    return fault === undefined;
  });
});

it.each(['exportPersonalData', 'erasePersonalData'])('%s is for admins only', async (method) => {
  const request = { email: 'nora@example.com' };
  await expect(call(method, request, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
  const noPrincipalId = notifications.service.call('notifications.v1.PersonalDataService', method, request);
  await expect(noPrincipalId).rejects.toMatchObject({ code: status.UNAUTHENTICATED });
});
