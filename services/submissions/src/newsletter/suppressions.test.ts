import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { ReturnPaths } from '@site/platform/mail/return-path';
import { until } from '@site/platform/testing/until';
import type { SetSuppressionRequest, Suppression } from '@site/proto/gen/nest/notifications/v1/suppressions';
import type { Campaign } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { MailHarness } from '../testing/mails.js';
import { admin, Submissions } from '../testing/submissions.js';

const secret = 'a-secret-of-enough-characters';
const returnPaths = new ReturnPaths({ address: 'bounce@weather.example', secret });
let submissions: Submissions;
let emails: MailHarness;
let list: Suppression[];
let updates: SetSuppressionRequest[];
let isReachable: boolean;
beforeEach(async () => {
  list = [];
  updates = [];
  isReachable = true;
  submissions = await Submissions.start({ requeueAfterSeconds: 1, mailReports: { returnPaths, secret } });
  emails = await MailHarness.start(submissions, returnPaths);
  emails.parts.suppressions = {
    findSuppressions: async ({ emails: addresses }) => {
      if (!isReachable) throw Object.assign(new Error('no connection'), { code: status.UNAVAILABLE });
      return { suppressions: list.filter(({ email }) => addresses.includes(email)) };
    },
    setSuppression: async (request) => {
      updates.push(request);
      return {};
    },
  };
});
afterEach(async () => {
  await emails.stop();
  await submissions.stop();
});

const call = <Response>(method: string, request: object) =>
  submissions.service.call<Response>('submissions.v1.NewsletterService', method, request, admin);
const startCampaign = async () => {
  const story = { title: 'Ice', excerpt: 'Freezing rain.', url: 'https://weather.example/blogdetail?id=1' };
  const { id } = await call<Campaign>('createCampaign', {
    postId: newId(),
    story,
    idempotency: { fingerprint: randomUUID() },
  });
  return () => call<Campaign>('getCampaign', { id });
};
const stateOf = async (email: string) =>
  (await submissions.query<{ state: string }>('SELECT state FROM newsletter_subscribers WHERE email = $1', [email]))[0]
    ?.state;
const report = async (email: string, Type: string) => {
  const [{ id: recipientId } = { id: '' }] = await submissions.query<{ id: string }>(
    'SELECT id FROM newsletter_subscribers WHERE email = $1',
    [email],
  );
  await submissions.service.call('mail.v1.MailReportsService', 'receiveReport', {
    format: 'postmark',
    headers: { authorization: `Basic ${Buffer.from(`reports:${secret}`).toString('base64')}` },
    body: JSON.stringify({
      RecordType: 'Bounce',
      Type,
      Details: '550 5.1.1 No such user',
      Metadata: { returntoken: returnPaths.issue({ list: 'newsletter', recipientId, mailId: randomUUID() }) },
    }),
  });
};

it('sends no newsletter to addresses whose warnings bounced or complained after they confirmed', async () => {
  const [bounced = '', angry = '', confirmedLater = '', other = ''] = await emails.readers(4);
  const [now, longAgo] = [new Date(), new Date(Date.now() - 86_400_000)].map((time) => time.toISOString());
  list = [
    { email: bounced, cause: 'bounce', since: now! },
    { email: angry, cause: 'complaint', since: now! },
    { email: confirmedLater, cause: 'complaint', since: longAgo! },
  ];
  const campaign = await startCampaign();
  emails.work();
  await until('the campaign to be sent', async () => (await campaign()).state === 'sent');
  expect(await campaign()).toMatchObject({ sent: 2, skipped: 2 });
  expect([bounced, angry, confirmedLater, other].map((to) => emails.sink.counts.get(to) ?? 0)).toEqual([0, 0, 1, 1]);
  expect(await Promise.all([bounced, angry, confirmedLater].map(stateOf))).toEqual([
    'bounced',
    'complained',
    'confirmed',
  ]);
});

it('waits while the list is unreachable, and then sends each mail once', async () => {
  const [reader = ''] = await emails.readers(1);
  isReachable = false;
  const campaign = await startCampaign();
  emails.work();
  await until('the campaign to start', async () => (await campaign()).state === 'sending');
  expect(emails.sink.counts.get(reader)).toBeUndefined();
  isReachable = true;
  await until('the campaign to be sent', async () => (await campaign()).state === 'sent', 25_000);
  expect(emails.sink.counts.get(reader)).toBe(1);
});

it('adds bounced and complaining readers to the list', async () => {
  const [bounced = '', angry = ''] = await emails.readers(2);
  emails.work();
  await report(bounced, 'HardBounce');
  await report(angry, 'SpamComplaint');
  await until('both updates', () => updates.length === 2);
  expect(updates).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ email: bounced, cause: 'bounce' }),
      expect.objectContaining({ email: angry, cause: 'complaint' }),
    ]),
  );
});

it('lifts the suppression when the reader confirms again', async () => {
  const [reader = ''] = await emails.readers(1);
  emails.work();
  await report(reader, 'HardBounce');
  await until('the bounce', () => updates.length === 1);
  await call('subscribe', { email: reader, idempotency: { fingerprint: randomUUID() } });
  const { text } = await emails.first(reader);
  const [, token] = /[?#&]token=([\w-]+)/.exec(text) ?? [];
  await call('confirmSubscription', { token });
  await until('the update', () => updates.length === 2);
  expect(updates[1]).toMatchObject({ email: reader, cause: '', confirmedAt: expect.any(String) });
  expect(await stateOf(reader)).toBe('confirmed');
});

it('still sends account mails to a suppressed address', async () => {
  const email = 'ann@example.com';
  list = [{ email, cause: 'complaint', since: new Date().toISOString() }];
  const resetId = newId();
  emails.resets.set(resetId, { email, name: 'Ann', code: '123456' });
  await submissions.query(
    `INSERT INTO outbox (id, queue, name, payload) VALUES ($1, 'mail', 'send-reset-code', jsonb_build_object('resetId', $2::text))`,
    [newId(), resetId],
  );
  emails.work();
  expect((await emails.first(email)).text).toContain('123');
});
