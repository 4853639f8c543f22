import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { ReturnPaths } from '@site/platform/mail/return-path';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import type { FindSuppressionsResponse } from '@site/proto/gen/nest/notifications/v1/suppressions';
import { readCursor, recordEvents } from '../events/record-events.js';
import { Sender } from '../sending/sender.js';
import { Notifications } from '../testing/notifications.js';
import { anEvent, FakeChannel } from '../testing/sending.js';

const secret = 'a-secret-of-enough-characters';
const returnPaths = new ReturnPaths({ address: 'bounce@weather.example', secret });
let notifications: Notifications;
beforeEach(async () => {
  notifications = await Notifications.start({}, { returnPaths, secret });
});
afterEach(() => notifications.stop());

const call = <Response = object>(method: string, request: object) =>
  notifications.service.call<Response>('notifications.v1.SuppressionsService', method, request);
const set = (email: string, cause: string, confirmedAt?: Date) =>
  call('setSuppression', { email, cause, confirmedAt: confirmedAt?.toISOString() });
const find = async (...emails: string[]) =>
  ((await call<FindSuppressionsResponse>('findSuppressions', { emails })).suppressions ?? []).map(
    ({ email, cause }) => `${email} ${cause}`,
  );

/** Sends a warning; returns the channels that got it by mail. */
async function sendWarning(): Promise<string[]> {
  const { dataSource } = notifications.database;
  const expected = await readCursor(dataSource);
  const event = anEvent({ eventKey: randomUUID(), sequence: expected.after + 1 });
  await recordEvents(dataSource, { events: [event], expected, now: Date.now() });
  const mail = new FakeChannel('mail');
  const sender = new Sender({ dataSource, senders: [mail], logger: testLogger, paused: false, batchRows: 500 });
  await sender.start();
  await until('the dispatch to finish', async () => {
    const open = await notifications.query('SELECT FROM dispatches WHERE finished_at IS NULL');
    return open.length === 0;
  });
  await sender.stop();
  return mail.sent.map(({ channelId }) => channelId);
}

it.each(['bounce', 'complaint'])('sends no warning after a %s of the newsletter, until it is lifted', async (cause) => {
  const { id } = await notifications.addChannel({ email: 'ann@example.com' });
  const { id: other } = await notifications.addChannel({ email: 'bea@example.com' });
  expect((await sendWarning()).toSorted()).toEqual([id, other].toSorted());
  await set('Ann@Example.com', cause);
  expect(await sendWarning()).toEqual([other]);
  // Confirming the newsletter again lifts both; its own later complaint would stay.
  await set('ann@example.com', '', new Date(Date.now() - 3_600_000));
  expect(await find('ann@example.com')).toEqual(cause === 'bounce' ? [] : ['ann@example.com complaint']);
  await set('ann@example.com', '', new Date(Date.now() + 1_000));
  expect((await sendWarning()).toSorted()).toEqual([id, other].toSorted());
});

it('sends warnings again after a new sign-up and confirmation', async () => {
  const email = 'ann@example.com';
  const { id } = await notifications.addChannel({ email });
  await set(email, 'complaint');
  expect(await sendWarning()).toEqual([]);
  await notifications.subscribe({ email });
  expect(await sendWarning()).toEqual([]);
  await notifications.call('confirmChannel', { token: await notifications.confirmToken(id) });
  expect(await find(email)).toEqual([]);
  expect(await sendWarning()).toEqual([id]);
});

it.each([
  ['HardBounce', 'bounce'],
  ['SpamComplaint', 'complaint'],
])('adds the address of a warning after a %s', async (Type, cause) => {
  const email = 'ann@example.com';
  const { id: recipientId } = await notifications.addChannel({ email });
  await notifications.service.call('mail.v1.MailReportsService', 'receiveReport', {
    format: 'postmark',
    headers: { authorization: `Basic ${Buffer.from(`reports:${secret}`).toString('base64')}` },
    body: JSON.stringify({
      RecordType: 'Bounce',
      Type,
      Details: '550 5.1.1 No such user',
      Metadata: { returntoken: returnPaths.issue({ list: 'alerts', recipientId, mailId: randomUUID() }) },
    }),
  });
  expect(await find('Ann@example.com', 'bea@example.com')).toEqual([`Ann@example.com ${cause}`]);
});

it('keeps a complaint when the address bounces, and refuses unknown causes', async () => {
  await set('ann@example.com', 'complaint');
  await set('ann@example.com', 'bounce');
  expect(await find('ann@example.com')).toEqual(['ann@example.com complaint']);
  await expect(set('ann@example.com', 'other')).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
});
