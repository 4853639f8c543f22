import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { openQueue } from '@site/platform/jobs/queue';
import { until } from '@site/platform/testing/until';
import { metrics } from '@site/platform/base/metrics';
import { Submissions } from '../testing/submissions.js';
import { measureConfirmations } from './confirmation-budget.js';
import { takeConfirmation } from './subscription-mails.js';
import { issueMailToken } from './mail-tokens.js';
import type { SubscriberState } from '@site/proto/submissions/v1/newsletter.schema';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

const call = (method: string, request: object) =>
  submissions.service.call<object>('submissions.v1.NewsletterService', method, request);
const subscribe = (email: string, idempotency: object = { fingerprint: randomUUID() }) =>
  call('subscribe', { email, idempotency });
const confirm = (token: string) => call('confirmSubscription', { token });
const unsubscribe = (token: string) => call('unsubscribe', { token });
const prefer = (token: string, frequency: string) => call('updatePreferences', { token, frequency });

const transaction = <Result>(work: Parameters<typeof submissions.database.dataSource.transaction<Result>>[1]) =>
  submissions.database.dataSource.transaction<Result>(work as never);
const anAddress = () => `${randomUUID()}@example.com`;

interface Row {
  id: string;
  email: string;
  state: SubscriberState;
  frequency: string;
}
const found = async (email: string) =>
  (
    await submissions.query<Row>('SELECT * FROM newsletter_subscribers WHERE lower(email) = lower($1)', [email])
  )[0] as Row;
const jobsOf = (subscriberId: string) =>
  submissions.query<{ id: string; queue: string; name: string; enqueued_at: Date | null }>(
    `SELECT * FROM outbox WHERE payload = jsonb_build_object('subscriberId', $1::text) ORDER BY id`,
    [subscriberId],
  );

async function provided(state: SubscriberState, purpose: 'confirm' | 'manage' = 'manage') {
  const email = anAddress();
  await subscribe(email);
  await submissions.query('UPDATE newsletter_subscribers SET state = $2 WHERE email = $1', [email, state]);
  const { id } = await found(email);
  return { id, email, token: await transaction((manager) => issueMailToken(manager, id, purpose)) };
}

const failsWith = (work: Promise<unknown>, code: status, details: string) =>
  expect(work).rejects.toMatchObject({ code, details });
const unknownLink = 'This link is not valid. Use the link in our latest mail, or sign up again.';

describe('signing up', () => {
  it('stores the address as pending and adds a confirmation job with only its id', async () => {
    const email = anAddress();
    expect(await subscribe(email)).toEqual({});
    const row = await found(email);
    expect(row).toMatchObject({ email, state: 'pending', frequency: 'all' });
    expect(await jobsOf(row.id)).toEqual([
      expect.objectContaining({ queue: 'mail', name: 'send-confirmation', processed_at: null }),
    ]);
  });

  it('adds the job to the mail queue, where it waits for a worker', async () => {
    const email = anAddress();
    await subscribe(email);
    const { id } = await found(email);
    const queue = openQueue('mail', submissions.queue);
    const [entry] = await jobsOf(id);
    const job = await until('the job to be queued', () => queue.getJob(entry?.id ?? ''));
    expect(job).toMatchObject({ name: 'send-confirmation', data: { payload: { subscriberId: id } } });
    expect(JSON.stringify(job.data)).not.toContain('@');
    expect(await job.getState()).toBe('waiting');
    await queue.close();
  });

  it.each<[SubscriberState, SubscriberState]>([
    ['pending', 'pending'],
    ['confirmed', 'confirmed'],
    ['unsubscribed', 'pending'],
    ['bounced', 'pending'],
    ['complained', 'complained'],
  ])('responds and writes for a %s address as for a new one; then it is %s', async (before, after) => {
    const { id, email } = await provided(before);
    expect(await subscribe(email)).toEqual({});
    expect(await found(email)).toMatchObject({ id, state: after });
    expect(await jobsOf(id)).toHaveLength(2);
  });

  it('recognizes an address in any spelling', async () => {
    const mark = randomUUID();
    const spellings = [
      `Nora.${mark}@MÜNCHEN.example`,
      `nora.${mark.toUpperCase()}@xn--mnchen-3ya.example`,
      `\u2066nora.\u180e${mark}@mu\u0308nch\u034fen.example\u2069`,
      `ｎｏｒａ.${mark}＠münchen．example`,
      ` <nora.${mark}@münchen.example.>\u00a0`,
      `mailto:"nora.${mark}"@münchen\ufe0f.example`,
    ];
    for (const spelling of spellings) await subscribe(spelling);
    const rows = await submissions.query<Row>(
      'SELECT id, email FROM newsletter_subscribers WHERE strpos(lower(email), $1) > 0',
      [mark],
    );
    expect(rows).toMatchObject([{ email: `nora.${mark}@xn--mnchen-3ya.example` }]);
    expect(await jobsOf(rows[0]?.id ?? '')).toHaveLength(spellings.length);
  });

  it('stores an address once that signs up twenty times concurrently', async () => {
    const email = anAddress();
    await Promise.all(Array.from({ length: 20 }, () => subscribe(email)));
    expect(await submissions.query('SELECT id FROM newsletter_subscribers WHERE email = $1', [email])).toHaveLength(1);
  });

  it('runs once per key; refused without a claim, and when the key was used for another address', async () => {
    const email = anAddress();
    const key = randomUUID();
    await subscribe(email, { key, fingerprint: 'a1' });
    expect(await subscribe(email, { key, fingerprint: 'a1' })).toEqual({});
    expect(await jobsOf((await found(email)).id)).toHaveLength(1);
    await failsWith(
      subscribe(anAddress(), { key, fingerprint: 'a2' }),
      status.FAILED_PRECONDITION,
      'This Idempotency-Key was already used for another submission.',
    );
    await expect(call('subscribe', { email })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
  });
});

describe('a confirmation mail', () => {
  const take = (subscriberId: string, outboxId: string, maxEmailsPerDay = 1_000) =>
    transaction((manager) => takeConfirmation(manager, { subscriberId, outboxId }, maxEmailsPerDay));

  it('is due once per address and hour, regardless of the number of sign-ups', async () => {
    const email = anAddress();
    for (let n = 0; n < 3; n += 1) await subscribe(email);
    const { id } = await found(email);
    const [first, second, third] = (await jobsOf(id)).map((job) => job.id) as [string, string, string];
    const emails = await Promise.all([first, second, third].map((job) => take(id, job)));
    expect(emails.filter(Boolean)).toEqual([{ email, token: expect.stringMatching(/^[\w-]{43}$/) as string }]);
    await submissions.query(
      `UPDATE newsletter_subscribers SET last_confirmation_at = now() - interval '1 hour' WHERE id = $1`,
      [id],
    );
    await subscribe(email);
    const fourth = (await jobsOf(id)).at(-1)?.id ?? '';
    expect(await take(id, fourth)).toMatchObject({ email });
  });

  it('waits when the day’s budget is used up, which the metric shows, and is sent the next day', async () => {
    await submissions.query('DELETE FROM confirmation_days');
    const ids = [];
    for (let n = 0; n < 4; n += 1) ids.push((await provided('pending')).id);
    const jobs = await Promise.all(ids.map(async (id) => (await jobsOf(id))[0]?.id ?? ''));
    const taking = await Promise.allSettled(ids.map((id, n) => take(id, jobs[n] ?? '', 2)));
    const postponed = taking.flatMap((result, n) =>
      result.status === 'rejected' ? [{ n, reason: result.reason }] : [],
    );
    expect(postponed.map(({ reason }) => (reason as Error).name)).toEqual(['Postponed', 'Postponed']);
    const stop = measureConfirmations({ dataSource: submissions.database.dataSource, maxEmailsPerDay: 2 });
    expect(await metrics.metrics()).toContain('confirmation_budget_used_share{kind="newsletter",scope="site"} 1');
    stop();
    await submissions.query('UPDATE confirmation_days SET day = day - 1');
    for (const { n } of postponed) expect(await take(ids[n] ?? '', jobs[n] ?? '', 2)).toBeDefined();
  });

  it('can be taken again by the same job, which may have died before sending', async () => {
    const { id } = await provided('pending');
    const [job] = await jobsOf(id);
    const first = await take(id, job?.id ?? '');
    const again = await take(id, job?.id ?? '');
    expect(first?.token).not.toBe(again?.token);
    await confirm(first?.token ?? '');
  });

  it.each<SubscriberState>(['confirmed', 'unsubscribed', 'bounced', 'complained'])(
    'is never due to a %s address',
    async (state) => {
      const { id } = await provided(state);
      expect(await take(id, randomUUID())).toBeUndefined();
    },
  );

  it("contains a token of 256 bits that the database doesn't store", async () => {
    const { token } = await provided('pending', 'confirm');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const rows = await submissions.query<object>('SELECT * FROM newsletter_tokens');
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('confirming', () => {
  it('makes a pending address a subscriber, and responds the same to a repeat', async () => {
    const { email, token } = await provided('pending', 'confirm');
    expect(await confirm(token)).toEqual({});
    const first = await found(email);
    expect(first).toMatchObject({ state: 'confirmed', confirmed_at: expect.any(Date) as Date });
    expect(await confirm(token)).toEqual({});
    expect(await found(email)).toEqual(first);
  });

  it('is possible for seven days; repeating it, for longer', async () => {
    const move = (email: string, interval: string) =>
      submissions.query(
        `UPDATE newsletter_tokens SET confirms_until = confirms_until - $2::interval
         WHERE subscriber_id = (SELECT id FROM newsletter_subscribers WHERE email = $1)`,
        [email, interval],
      );
    const inTime = await provided('pending', 'confirm');
    await move(inTime.email, '6 days 23 hours 59 minutes');
    await confirm(inTime.token);
    await move(inTime.email, '1 day');
    expect(await confirm(inTime.token)).toEqual({});
    const timeout = await provided('pending', 'confirm');
    await move(timeout.email, '7 days');
    const sentence = 'This link has expired. Sign up again to get a new one.';
    await failsWith(confirm(timeout.token), status.INVALID_ARGUMENT, sentence);
    expect(await found(timeout.email)).toMatchObject({ state: 'pending' });
  });

  it("doesn't restore a subscription that has since ended", async () => {
    const { email, token } = await provided('pending', 'confirm');
    await confirm(token);
    await unsubscribe(token);
    await failsWith(
      confirm(token),
      status.ABORTED,
      'This address has since been unsubscribed. Sign up again to get the newsletter.',
    );
    expect(await found(email)).toMatchObject({ state: 'unsubscribed' });
  });

  it("fails with another mail's, an unknown or a malformed token", async () => {
    const { email, token } = await provided('pending', 'manage');
    await failsWith(confirm(token), status.NOT_FOUND, "This link can't confirm a subscription.");
    for (const none of ['', 'x', token.slice(1), `${token} `, 'A'.repeat(43), '\u{1f32a}'])
      await failsWith(confirm(none), status.NOT_FOUND, unknownLink);
    expect(await found(email)).toMatchObject({ state: 'pending' });
  });

  it('happens once for ten concurrent requests, and never undoes a concurrent unsubscription', async () => {
    const { email, token } = await provided('pending', 'confirm');
    await Promise.all(Array.from({ length: 10 }, () => confirm(token)));
    expect(await found(email)).toMatchObject({ state: 'confirmed' });
    await Promise.allSettled([unsubscribe(token), ...Array.from({ length: 10 }, () => confirm(token))]);
    expect(await found(email)).toMatchObject({ state: 'unsubscribed' });
  });

  it("doesn't reactivate an address that complained", async () => {
    const { email, token } = await provided('complained', 'confirm');
    await expect(confirm(token)).rejects.toMatchObject({ code: status.ABORTED });
    expect(await found(email)).toMatchObject({ state: 'complained' });
  });
});

describe('unsubscribing', () => {
  it.each<[SubscriberState, SubscriberState]>([
    ['pending', 'unsubscribed'],
    ['confirmed', 'unsubscribed'],
    ['bounced', 'unsubscribed'],
    ['unsubscribed', 'unsubscribed'],
    ['complained', 'complained'],
  ])('works for a %s address with the token of any mail; then it is %s', async (before, after) => {
    const { email, token } = await provided(before);
    expect(await unsubscribe(token)).toEqual({});
    expect(await found(email)).toMatchObject({ state: after });
  });

  it('changes nothing when repeated', async () => {
    const { email, token } = await provided('confirmed');
    await unsubscribe(token);
    const first = await found(email);
    expect(await unsubscribe(token)).toEqual({});
    expect(await found(email)).toEqual(first);
  });

  it('works with an expired confirmation link', async () => {
    const { email, token } = await provided('pending', 'confirm');
    await submissions.query(`UPDATE newsletter_tokens SET confirms_until = now() - interval '1 year'`);
    await unsubscribe(token);
    expect(await found(email)).toMatchObject({ state: 'unsubscribed' });
  });

  it('fails with an unknown token', () => failsWith(unsubscribe('A'.repeat(43)), status.NOT_FOUND, unknownLink));
});

describe('preferences', () => {
  it('are stored, and can be set again', async () => {
    const { email, token } = await provided('confirmed');
    for (const frequency of ['weekly', 'weekly', 'all', 'weekly'])
      expect(await prefer(token, frequency)).toEqual({ frequency });
    expect(await found(email)).toMatchObject({ state: 'confirmed', frequency: 'weekly' });
  });

  it("are refused for addresses that aren't subscribed, unknown tokens and invalid values", async () => {
    const { token } = await provided('unsubscribed');
    await failsWith(prefer(token, 'weekly'), status.ABORTED, 'This address is not subscribed to the newsletter.');
    await failsWith(prefer('x', 'weekly'), status.NOT_FOUND, unknownLink);
    await failsWith(prefer(token, 'hourly'), status.INVALID_ARGUMENT, 'frequency must be all or weekly');
  });
});
