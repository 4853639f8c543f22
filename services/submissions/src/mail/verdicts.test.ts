import { randomUUID } from 'node:crypto';
import { newId } from '@site/platform/base/ids';
import { until } from '@site/platform/testing/until';
import type { Campaign } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { MailHarness } from '../testing/mails.js';
import { admin, Submissions } from '../testing/submissions.js';
import { MailQueueAge } from './mail-queue-age.js';

let submissions: Submissions;
let mails: MailHarness;
beforeEach(async () => {
  submissions = await Submissions.start({ requeueAfterSeconds: 1 });
  mails = await MailHarness.start(submissions);
});
afterEach(async () => {
  await mails.stop();
  await submissions.stop();
});

const call = <Response>(method: string, request: object) =>
  submissions.service.call<Response>('submissions.v1.NewsletterService', method, request, admin);
const create = () =>
  call<Campaign>('createCampaign', {
    postId: newId(),
    story: { title: 'Ice', excerpt: 'Freezing rain.', url: 'https://weather.example/blogdetail?id=1' },
    idempotency: { fingerprint: randomUUID() },
  }).then(({ id }) => id);
const get = (id: string) => call<Campaign>('getCampaign', { id });
const readersAt = async (...domains: string[]) => {
  const emails = domains.map((domain) => `reader-${randomUUID()}@${domain}`);
  await submissions.query(
    `INSERT INTO newsletter_subscribers (id, email, state, frequency, confirmed_at)
     SELECT gen_random_uuid(), email, 'confirmed', 'all', now() - interval '1 hour' FROM unnest($1::text[]) AS email`,
    [emails],
  );
  return emails;
};
const domains = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example'];
const states = async () =>
  (await submissions.query<{ state: string }>('SELECT DISTINCT state FROM newsletter_subscribers')).map(
    ({ state }) => state,
  );
const sent = (id: string) =>
  until('the campaign to be sent', async () => ((await get(id)).state === 'sent' ? get(id) : undefined), 60_000);
const accept = () => {
  mails.sink.rejectRecipient = () => undefined;
  mails.sink.rejectMessage = () => undefined;
};

it.each([
  ['rejectRecipient', 550, 'relay not permitted'],
  ['rejectRecipient', 550, '5.7.1 Service unavailable; blocked using zen.spamhaus.org'],
  ['rejectRecipient', 550, 'Administrative prohibition'],
  ['rejectRecipient', 550, '5.7.1 Message rejected'],
  ['rejectRecipient', 550, '5.1.1 User unknown in local recipient table'],
  ['rejectMessage', 554, 'Message rejected: Email address is not verified.'],
  ['rejectMessage', 554, '5.6.0 Message content rejected'],
] as const)(
  'pauses a campaign whose mails are all refused (%s %i %s), and sends it afterwards',
  async (at, code, text) => {
    const readers = await readersAt(...domains);
    const refused = new Set<string>();
    mails.sink[at] = (subject: string | { to: string[] }) => {
      refused.add(typeof subject === 'string' ? subject : (subject.to[0] ?? ''));
      return { code, message: text };
    };
    const id = await create();
    mails.work({ retryAfterSeconds: () => 0.2 });
    await until('four mails to be refused', () => refused.size >= 4, 60_000);
    expect(await get(id)).toMatchObject({ state: 'sending', sent: 0 });
    // What the first refusals did is undone.
    await until('all readers to be confirmed', async () => (await states()).join() === 'confirmed');
    accept();
    expect(await sent(id)).toMatchObject({ recipients: 5, sent: 5, failed: 0, skipped: 0 });
    expect(readers.map((reader) => mails.sink.counts.get(reader))).toEqual([1, 1, 1, 1, 1]);
  },
);

it.each(['5.1.1 No such user', '5.7.1 Message rejected', 'Administrative prohibition', 'relay not permitted'])(
  'sends all confirmations after a time in which all were refused: %s',
  async (message) => {
    const addresses = domains.map((domain) => `${randomUUID()}@${domain}`);
    const refused = new Set<string>();
    mails.sink.rejectRecipient = (address) => {
      refused.add(address);
      return { code: 550, message };
    };
    mails.work();
    for (const email of addresses) await call('subscribe', { email, idempotency: { fingerprint: randomUUID() } });
    await until('all mails to be refused', () => refused.size === addresses.length);
    await until('all to wait', async () => (await states()).join() === 'pending');
    accept();
    await Promise.all(
      addresses.map((address) => until(`a mail to ${address}`, () => mails.to(address).length > 0, 60_000)),
    );
    expect(await states()).toEqual(['pending']);
    expect(addresses.map((address) => mails.to(address).length)).toEqual([1, 1, 1, 1, 1]);
  },
);

it('ends an address whose refusal without a reason repeats over days, and not before', async () => {
  const [dead = ''] = await readersAt('a.example');
  await readersAt('b.example');
  mails.sink.rejectRecipient = (address) => (address === dead ? { code: 550, message: 'Rejected' } : undefined);
  mails.work({ retryAfterSeconds: () => 0.05 });
  const stateOf = async () =>
    (await submissions.query<{ state: string }>('SELECT state FROM newsletter_subscribers WHERE email = $1', [dead]))[0]
      ?.state;
  expect(await sent(await create())).toMatchObject({ sent: 1, failed: 1 });
  expect(await stateOf()).toBe('confirmed');
  for (const days of [2, 4]) {
    await submissions.query(
      `UPDATE mail_rejections SET first_at = now() - make_interval(days => $1), last_at = now() - interval '1 day'`,
      [days],
    );
    await sent(await create());
  }
  expect(await stateOf()).toBe('bounced');
});

it('keeps a mail whose refusal has no clear reason, without calling the mail queue late', async () => {
  mails.sink.rejectRecipient = () => ({ code: 550, message: 'Rejected' });
  mails.work();
  const email = `${randomUUID()}@a.example`;
  await call('subscribe', { email, idempotency: { fingerprint: randomUUID() } });
  await until('the refusal', async () => (await submissions.query('SELECT FROM mail_rejections')).length > 0);
  await submissions.query(`UPDATE outbox SET created_at = now() - interval '1 hour'`);
  const age = new MailQueueAge(submissions.database.dataSource);
  expect([await age.seconds(), await states()]).toEqual([0, ['pending']]);
  accept();
  await mails.first(email);
});
