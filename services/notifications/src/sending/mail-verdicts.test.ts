import { randomBytes, randomUUID } from 'node:crypto';
import { openMailer, type Mailer } from '@site/platform/mail/mailer';
import { MailVerdicts } from '@site/platform/mail/mail-verdicts';
import { testDatabase, type TestDatabase } from '@site/platform/testing/database';
import { startMailSink, type MailSink } from '../../../platform/local/mail-sink.mjs';
import type { DeliveryResult } from '../adapters/adapter.js';
import { AddressSeal } from '../channels/address-seal.js';
import { notificationsDatabase } from '../database.js';
import { aDispatch, aReserved } from '../testing/sending.js';
import { createConfirmationSender } from './send-confirmations.js';
import { MailSender } from './mail-sender.js';

const seal = new AddressSeal({ current: randomBytes(32), hash: randomBytes(32) });
const site = 'https://weather.example';
let database: TestDatabase;
let sink: MailSink;
let mailer: Mailer;
let verdicts: MailVerdicts;
beforeEach(async () => {
  database = await testDatabase(notificationsDatabase);
  sink = await startMailSink();
  mailer = openMailer({
    smtpUrl: sink.url,
    folder: '',
    domain: 'weather.example',
    list: 'alerts',
    from: { name: 'Arkansas Weather', address: 'news@weather.example' },
  });
  verdicts = new MailVerdicts(database.dataSource, { needsProof: true });
});
afterEach(async () => {
  mailer.close();
  await sink.close();
  await database.drop();
});

const reader = (address: string) => {
  const channelId = randomUUID();
  return aReserved({ channelId, kind: 'mail', addressSealed: seal.seal(address, channelId) });
};
const sendTo = (readers: ReturnType<typeof reader>[]): Promise<DeliveryResult[]> =>
  Promise.all(readers.map(new MailSender(mailer, seal, site, 1_000, verdicts).begin(aDispatch())));
const domains = ['a.example', 'b.example', 'c.example', 'd.example'];

it.each([
  [550, '5.1.1 User unknown in local recipient table'],
  [550, 'relay not permitted'],
  [554, '5.7.1 Message rejected'],
  [550, 'Administrative prohibition'],
])('retries a warning whose mails are all refused (%i %s), and ends no channel', async (code, message) => {
  sink.rejectRecipient = () => ({ code, message });
  const readers = domains.map((domain) => reader(`ann@${domain}`));
  for (let n = 0; n < 2; n += 1)
    expect((await sendTo(readers)).map(({ state }) => state)).toEqual(['later', 'later', 'later', 'later']);
  sink.rejectRecipient = () => undefined;
  expect((await sendTo(readers)).map(({ state }) => state)).toEqual(domains.map(() => 'accepted'));
});

it("ends a mailbox that doesn't exist while others are accepted", async () => {
  sink.rejectRecipient = (address) =>
    address === 'gone@a.example' ? { code: 550, message: '5.1.1 No such user' } : undefined;
  const removed = reader('gone@a.example');
  await sendTo(domains.map((domain) => reader(`ann@${domain}`)));
  expect(await sendTo([removed])).toEqual([{ state: 'gone', reason: '550 5.1.1 No such user' }]);
});

it('never ends a channel after one refusal without a reason', async () => {
  await sendTo(domains.map((domain) => reader(`ann@${domain}`)));
  sink.rejectRecipient = () => ({ code: 550, message: 'Rejected' });
  const send = createConfirmationSender({ site, push: undefined, mailer, sms: undefined, verdicts });
  const preferences = { counties: ['05119'], kinds: ['tornado'], minLevel: 3, overrideQuietHours: true };
  const channelId = randomUUID();
  const address = 'bea@a.example';
  const fetch = () => send({ channelId, kind: 'mail', purpose: 'confirm', address, token: 'the-token', preferences });
  expect(await fetch()).toBe('later');
  await database.dataSource.query(
    `UPDATE mail_rejections SET attempts = 2, first_at = now() - interval '4 days', last_at = now() - interval '1 day'`,
  );
  expect(await fetch()).toBe('gone');
});
