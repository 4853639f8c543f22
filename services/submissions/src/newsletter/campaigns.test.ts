import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { until } from '@site/platform/testing/until';
import type {
  Campaign,
  CountSubscribersResponse,
  ListSubscribersResponse,
} from '@site/proto/gen/nest/submissions/v1/newsletter';
import { MailHarness } from '../testing/mails.js';
import { admin, moderator, Submissions } from '../testing/submissions.js';
import { makeWeeklyCampaign } from './campaigns.js';

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

const call = <Response>(method: string, request: object, caller = admin) =>
  submissions.service.call<Response>('submissions.v1.NewsletterService', method, request, caller);
const story = {
  title: 'Ice on the Ozarks',
  excerpt: 'Freezing rain tonight & tomorrow.',
  url: 'https://weather.example/blogdetail?id=1',
  imageUrl: 'https://weather.example/media/covers/1-1280.jpg',
};
const create = (postId = newId(), changes: object = {}) =>
  call<Campaign>('createCampaign', {
    postId,
    story,
    idempotency: { fingerprint: randomUUID() },
    ...changes,
  });
const get = (id: string) => call<Campaign>('getCampaign', { id });
const sent = (id: string, withinMs = 25_000) =>
  until(
    'the campaign to be sent',
    async () => {
      const campaign = await get(id);
      return campaign.state === 'sent' ? campaign : undefined;
    },
    withinMs,
  );
const timesEach = (addresses: string[]) => addresses.map((address) => mails.sink.counts.get(address) ?? 0);
const stateOf = async (email: string) =>
  (await submissions.query<{ state: string }>('SELECT state FROM newsletter_subscribers WHERE email = $1', [email]))[0]
    ?.state;

describe('a campaign', () => {
  it('sends the post once to every subscriber who wants each mail, and reports progress', async () => {
    const readers = await mails.readers(40);
    const weekly = await mails.readers(3, 'weekly');
    const campaign = await create();
    expect(campaign).toMatchObject({ state: 'queued', title: story.title, recipients: 0, sent: 0 });
    mails.work();
    const done = await sent(campaign.id);
    expect(done).toMatchObject({ recipients: 40, sent: 40, failed: 0, skipped: 0, maybeRepeated: 0 });
    expect(done.startedAt).toBeDefined();
    expect(done.finishedAt).toBeDefined();
    expect(timesEach(readers)).toEqual(readers.map(() => 1));
    expect(timesEach(weekly)).toEqual([0, 0, 0]);
    const mail = await mails.first(readers[0] ?? '');
    expect(mail.headers['subject']).toBe(story.title);
    expect(mail.html).toContain('Freezing rain tonight &amp; tomorrow.');
    expect(mail.html).toContain(`<img src="${story.imageUrl}"`);
    expect(mail.text).toContain(story.url);
    const token = /list-unsubscribe: <[^>]*token=([\w-]+)>/i.exec(
      Object.entries(mail.headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
    )?.[1];
    await call('unsubscribe', { token });
    expect(await stateOf(readers[0] ?? '')).toBe('unsubscribed');
  });

  it('is delivered in consecutive parts, within the rate limit', async () => {
    const readers = await mails.readers(30);
    const campaign = await create();
    mails.work({ batchSeconds: 0.2, emailsPerSecond: 20 });
    await sent(campaign.id);
    expect(timesEach(readers)).toEqual(readers.map(() => 1));
    const jobs = await submissions.query(
      `SELECT FROM outbox WHERE name = 'deliver-campaign' AND processed_at IS NOT NULL`,
    );
    // 30 mails, at most four in 0.2 s and one at its start.
    expect(jobs.length).toBeGreaterThanOrEqual(6);
  });

  it('skips readers who left during delivery', async () => {
    const readers = await mails.readers(6);
    const [first = '', second = ''] = readers;
    const campaign = await create();
    mails.sink.beforeResponse = async () => {
      mails.sink.beforeResponse = () => undefined;
      await submissions.query(
        `UPDATE newsletter_subscribers SET state = CASE email WHEN $1 THEN 'unsubscribed' ELSE 'complained' END
         WHERE email IN ($1, $2) AND id NOT IN (SELECT subscriber_id FROM campaign_deliveries WHERE state = 'sending')`,
        [first, second],
      );
    };
    mails.work();
    const done = await sent(campaign.id);
    const left = (await submissions.query(`SELECT FROM newsletter_subscribers WHERE state <> 'confirmed'`)).length;
    expect(done).toMatchObject({ sent: 6 - left, skipped: left });
    expect(left).toBeGreaterThan(0);
    expect(mails.sink.mails).toHaveLength(6 - left);
  });

  it('stops delivery to nonexistent mailboxes, retries busy ones, and counts failures', async () => {
    const [removed = '', busy = '', full = '', hopeless = '', ...good] = await mails.readers(8);
    let refusals = 2;
    mails.sink.rejectRecipient = (address) => {
      if (address === removed) return { code: 550, message: '5.1.1 No such user' };
      if (address === full) return { code: 552, message: '5.2.2 Mailbox full' };
      if (address === busy && refusals-- > 0) return { code: 450, message: '4.2.1 Try later' };
      if (address === hopeless) return { code: 450, message: '4.2.1 Try later' };
      return undefined;
    };
    const campaign = await create();
    mails.work({ retryAfterSeconds: () => 0.2 });
    const done = await sent(campaign.id);
    expect(done).toMatchObject({ recipients: 8, sent: 5, failed: 3, skipped: 0 });
    expect(timesEach([busy, ...good])).toEqual([1, 1, 1, 1, 1]);
    expect(await Promise.all([removed, full, hopeless].map(stateOf))).toEqual(['bounced', 'confirmed', 'confirmed']);
    const reasons = await submissions.query<{ reason: string; tries: number }>(
      `SELECT reason, tries FROM campaign_deliveries WHERE state = 'failed' ORDER BY reason`,
    );
    expect(reasons).toEqual([
      { reason: expect.stringContaining('Try later') as string, tries: 5 },
      { reason: expect.stringContaining('No such user') as string, tries: 1 },
      { reason: expect.stringContaining('Mailbox full') as string, tries: 1 },
    ]);
  });

  it('waits for an unreachable mail server without sending duplicates', async () => {
    const readers = await mails.readers(25);
    const campaign = await create();
    const { port } = mails.sink;
    let taken = 0;
    mails.sink.beforeResponse = () => (++taken === 10 ? mails.sink.close() : undefined);
    mails.work();
    await until('the mail server to be gone', () => taken === 10);
    const { startMailSink } = await import('../../../platform/local/mail-sink.mjs');
    const secondSink = await startMailSink({ port });
    const done = await sent(campaign.id);
    const counts = readers.map((reader) => (mails.sink.counts.get(reader) ?? 0) + (secondSink.counts.get(reader) ?? 0));
    // A mail whose response was lost may be repeated, which is counted.
    expect(counts.filter((count) => count === 0)).toEqual([]);
    const repeated = counts.filter((count) => count > 1).length;
    expect(repeated).toBeLessThanOrEqual(1);
    expect(done).toMatchObject({ sent: 25, failed: 0 });
    expect(done.maybeRepeated).toBeGreaterThanOrEqual(repeated);
    await secondSink.close();
  });

  it('continues after a process died, repeats at most one mail of unknown status, and counts it', async () => {
    const readers = await mails.readers(12);
    const campaign = await create();
    mails.work();
    await sent(campaign.id);
    // As after a process died midway: five left, one reserved, the lease not released.
    await submissions.query(
      `UPDATE campaign_deliveries SET state = 'queued', tries = 0 WHERE subscriber_id IN (
         SELECT subscriber_id FROM campaign_deliveries ORDER BY subscriber_id DESC LIMIT 5)`,
    );
    await submissions.query(
      `UPDATE campaign_deliveries SET state = 'sending' WHERE subscriber_id = (
         SELECT subscriber_id FROM campaign_deliveries ORDER BY subscriber_id LIMIT 1)`,
    );
    await submissions.query(
      `UPDATE campaigns SET state = 'sending', finished_at = NULL, leased_by = $1, leased_until = now() + interval '1 second'`,
      [randomUUID()],
    );
    await submissions.query(`UPDATE outbox SET processed_at = NULL WHERE name = 'deliver-campaign'`);
    const done = await sent(campaign.id);
    expect(done).toMatchObject({ recipients: 12, sent: 12, maybeRepeated: 1 });
    expect(timesEach(readers).filter((count) => count === 2)).toHaveLength(6);
  });

  it('is recorded again when the database crashes and loses its last second', async () => {
    const readers = await mails.readers(60);
    const campaign = await create();
    let taken = 0;
    mails.sink.beforeResponse = async () => {
      if (++taken !== 25) return;
      // As after a power failure, with all sessions lost.
      await submissions.query(`UPDATE campaign_deliveries SET state = 'queued', tries = 0 WHERE state <> 'queued'`);
      await submissions.query('DELETE FROM newsletter_tokens');
      await submissions.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE 'WITH fresh AS%'`,
      );
    };
    mails.work();
    expect(await sent(campaign.id)).toMatchObject({ recipients: 60, sent: 60, failed: 0 });
    expect(timesEach(readers)).toEqual(readers.map(() => 1));
    const tokens = await submissions.query('SELECT DISTINCT subscriber_id FROM newsletter_tokens');
    expect(tokens).toHaveLength(60);
  });

  it('is not sent by two processes at the same time', async () => {
    const readers = await mails.readers(60);
    const campaigns = [await create(), await create()];
    for (let n = 0; n < 3; n += 1) mails.work({ batchSeconds: 0.5, emailsPerSecond: 100 });
    await Promise.all(campaigns.map(({ id }) => sent(id)));
    expect(timesEach(readers)).toEqual(readers.map(() => 2));
  });

  it("can't be created twice while the post is being sent, without a claim, or by a moderator", async () => {
    const postId = newId();
    const key = { key: randomUUID(), fingerprint: 'f1' };
    const first = await create(postId, { idempotency: key });
    expect((await create(postId, { idempotency: key })).id).toBe(first.id);
    await expect(create(postId)).rejects.toMatchObject({
      code: status.ABORTED,
      details: 'This post is already being sent.',
    });
    await expect(create(newId(), { idempotency: undefined })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    await expect(create('x')).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    await expect(call('createCampaign', {}, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    mails.work();
    await sent(first.id);
    expect((await create(postId)).id).not.toBe(first.id);
  });

  it('is listed, newest first, page by page', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.unshift((await create()).id);
    const page = (request: object) =>
      call<{ campaigns: Campaign[]; nextCursor?: string }>('listCampaigns', { limit: 2, ...request });
    const first = await page({});
    const second = await page({ cursor: first.nextCursor });
    expect([...first.campaigns, ...second.campaigns].map(({ id }) => id)).toEqual(ids);
    expect(second.nextCursor).toBeUndefined();
    await expect(page({ cursor: 'x' })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    await expect(get(newId())).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});

describe('the weekly mail', () => {
  const monday = new Date('2026-11-23T14:00:00Z');
  const later = (minutes: number) => new Date(monday.getTime() + minutes * 60_000);
  const weekly = (now: Date) => makeWeeklyCampaign(submissions.database.dataSource, mails.parts.content, now);

  it('is sent on Monday to those who chose it, with everything the others got since the last one', async () => {
    const all = await mails.readers(2);
    const readers = await mails.readers(3, 'weekly');
    const stories = [story, { ...story, title: 'Fog', url: 'https://weather.example/blogdetail?id=2' }];
    for (const [index, one] of stories.entries()) {
      const { id } = await create(newId(), { story: one });
      await submissions.query(
        `UPDATE campaigns SET state = 'sent', finished_at = now(), created_at = $2 WHERE id = $1`,
        [id, later(-60 * (24 - index))],
      );
    }
    expect(await weekly(later(-1))).toBe(false);
    expect((await Promise.all([weekly(later(1)), weekly(later(1))])).filter(Boolean)).toHaveLength(1);
    expect(await weekly(later(60 * 24 * 6))).toBe(false);
    mails.work();
    const [row] = await submissions.query<{ id: string }>(`SELECT id FROM campaigns WHERE frequency = 'weekly'`);
    const done = await sent(row?.id ?? '');
    expect(done).toMatchObject({ recipients: 3, sent: 3, postId: '', title: 'Week of 2026-11-23' });
    expect(timesEach(all)).toEqual([0, 0]);
    const mail = await mails.first(readers[0] ?? '');
    expect(mail.headers['subject']).toBe('This week: Ice on the Ozarks and 1 more');
    for (const { title, url } of stories) {
      expect(mail.text).toContain(title);
      expect(mail.html).toContain(url);
    }
    expect(await weekly(later(60 * 24 * 7))).toBe(false);
  });

  it.each([
    ['forward', '2027-03-08T14:00:00Z', '2027-03-15T13:00:00Z'],
    ['back', '2027-11-01T13:00:00Z', '2027-11-08T14:00:00Z'],
  ])('is sent at 8:00 local time although clocks went %s, and has each story once', async (_way, ...mondays) => {
    const [before, after] = mondays.map((time) => Date.parse(time)) as [number, number];
    await mails.readers(1, 'weekly');
    const minuteMs = 60_000;
    const queuedAt = [before - minuteMs, before, after - minuteMs, after];
    for (const [index, at] of queuedAt.entries()) {
      const { id } = await create(newId(), { story: { ...story, url: `https://weather.example/${index}` } });
      await submissions.query(
        `UPDATE campaigns SET state = 'sent', finished_at = now(), created_at = $2 WHERE id = $1`,
        [id, new Date(at)],
      );
    }
    const storiesOf = async (at: number) => {
      const made = await weekly(new Date(at));
      const [row] = await submissions.query<{ urls: string[] }>(
        `SELECT jsonb_path_query_array(stories, '$.url') AS urls FROM campaigns
         WHERE frequency = 'weekly' ORDER BY week DESC LIMIT 1`,
      );
      return made && row?.urls.map((url) => Number(url.split('/').at(-1)));
    };
    expect(await storiesOf(before)).toEqual([0]);
    expect(await storiesOf(after - 1)).toBe(false);
    expect(await storiesOf(after)).toEqual([1, 2]);
    expect(await storiesOf(after + 7 * 24 * 60 * minuteMs)).toEqual([3]);
  });
});

describe('subscribers', () => {
  const list = (request: object, caller = admin) =>
    call<ListSubscribersResponse>('listSubscribers', { limit: 100, ...request }, caller);

  it('are counted and listed by state and part of the address, page by page', async () => {
    const readers = await mails.readers(5);
    await submissions.query(`UPDATE newsletter_subscribers SET state = 'bounced' WHERE email = $1`, [readers[0]]);
    expect(await call('countSubscribers', {})).toEqual({
      pending: 0,
      confirmed: 4,
      unsubscribed: 0,
      bounced: 1,
      complained: 0,
      eachMail: 4,
      weeklyMail: 0,
    });
    const emails = async (request: object) => (await list(request)).subscribers.map(({ email }) => email);
    expect((await emails({})).sort()).toEqual([...readers].sort());
    expect(await emails({ state: 'bounced' })).toEqual([readers[0]]);
    expect(await emails({ q: readers[2]?.slice(0, 12).toUpperCase() })).toEqual([readers[2]]);
    expect(await emails({ q: '%' })).toEqual([]);
    const first = await list({ limit: 3 });
    const second = await list({ limit: 3, cursor: first.nextCursor });
    expect([...first.subscribers, ...second.subscribers].map(({ email }) => email).sort()).toEqual([...readers].sort());
    await expect(list({ state: 'happy' })).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    await expect(list({}, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
  });

  it('are counted beforehand as a campaign will count them', async () => {
    const readers = [...(await mails.readers(5)), ...(await mails.readers(2, 'weekly'))];
    for (const [state, email] of [
      ['bounced', readers[0]],
      ['pending', readers[1]],
      ['unsubscribed', readers[6]],
    ])
      await submissions.query('UPDATE newsletter_subscribers SET state = $1 WHERE email = $2', [state, email]);
    const { eachMail, weeklyMail } = await call<CountSubscribersResponse>('countSubscribers', {});
    expect([eachMail, weeklyMail]).toEqual([3, 1]);
    const { id } = await create();
    mails.work();
    expect(await sent(id)).toMatchObject({ recipients: eachMail, sent: eachMail });
  });

  it('who complained never get mail again', async () => {
    const [reader = ''] = await mails.readers(1);
    const { subscribers } = await list({});
    const id = subscribers[0]?.id ?? '';
    for (let n = 0; n < 2; n += 1)
      expect(await call('recordComplaint', { id })).toMatchObject({ id, state: 'complained' });
    await call('subscribe', { email: reader, idempotency: { fingerprint: randomUUID() } });
    const campaign = await create();
    mails.work();
    expect(await sent(campaign.id)).toMatchObject({ recipients: 0, sent: 0 });
    expect(mails.sink.mails).toEqual([]);
    await expect(call('recordComplaint', { id: newId() })).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});

describe('the current preference', () => {
  it("is returned for a mail's token", async () => {
    const email = `${randomUUID()}@example.com`;
    mails.work();
    await call('subscribe', { email, idempotency: { fingerprint: randomUUID() } });
    const { text } = await mails.first(email);
    const token = /preferences\?token=([\w-]+)/.exec(text)?.[1];
    expect(await call('getPreferences', { token })).toEqual({ frequency: 'all' });
    await call('updatePreferences', { token, frequency: 'weekly' });
    expect(await call('getPreferences', { token })).toEqual({ frequency: 'weekly' });
    await call('unsubscribe', { token });
    await expect(call('getPreferences', { token })).rejects.toMatchObject({ code: status.ABORTED });
    await expect(call('getPreferences', { token: 'x' })).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});
