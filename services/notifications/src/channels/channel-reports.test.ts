import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { ReturnPaths } from '@site/platform/mail/return-path';
import { aBrowser, Notifications } from '../testing/notifications.js';

const secret = 'a-secret-of-enough-characters';
const returnPaths = new ReturnPaths({ address: 'bounce@weather.example', secret });
let notifications: Notifications;
beforeAll(async () => {
  notifications = await Notifications.start({}, { returnPaths, secret });
});
afterAll(() => notifications.stop());

const password = { authorization: `Basic ${Buffer.from(`reports:${secret}`).toString('base64')}` };
const report = (recipientId: string, Type: string, Details = '550 5.1.1 No such user') =>
  notifications.service.call('mail.v1.MailReportsService', 'receiveReport', {
    format: 'postmark',
    headers: password,
    body: JSON.stringify({
      RecordType: 'Bounce',
      Type,
      Details,
      Metadata: { returntoken: returnPaths.issue({ list: 'alerts', recipientId, mailId: randomUUID() }) },
    }),
  });

it.each([
  ['HardBounce', '550 5.1.1 No such user', 'bounced'],
  ['SpamComplaint', '', 'ended'],
  ['SoftBounce', '552 5.2.2 Mailbox full', 'confirmed'],
  ['HardBounce', '550 5.7.26 Unauthenticated email', 'confirmed'],
])('handles %s (%s) of a mail address: %s', async (type, details, state) => {
  const email = `${randomUUID()}@example.com`;
  const { id, subscriberId } = await notifications.addChannel({ email });
  for (let n = 0; n < 2; n += 1) await report(id, type, details);
  expect(await notifications.channelOf('mail', email)).toMatchObject({ state });
  const follows = await notifications.query('SELECT FROM follows WHERE subscriber_id = $1', [subscriberId]);
  expect(follows.length > 0).toBe(state === 'confirmed');
});

it('ends no other channel, and ignores unknown ones', async () => {
  const push = aBrowser();
  const { id } = await notifications.addChannel({ push });
  await report(id, 'HardBounce');
  expect(await notifications.channelOf('push', push.endpoint)).toMatchObject({ state: 'confirmed' });
  expect(await report(randomUUID(), 'HardBounce')).toEqual({});
});

it('refuses every report where bounces are not processed', async () => {
  const without = await Notifications.start();
  const request = { format: 'postmark', body: '{}', headers: password };
  await expect(without.service.call('mail.v1.MailReportsService', 'receiveReport', request)).rejects.toMatchObject({
    code: status.FAILED_PRECONDITION,
  });
  await without.stop();
});
