import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { newId } from '@site/platform/base/ids';
import { until } from '@site/platform/testing/until';
import type { Campaign } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { stateInstant } from '@site/regions/state-time';
import { MailHarness } from '../testing/mails.js';
import { admin, moderator, Submissions } from '../testing/submissions.js';
import { mailTasks } from '../worker/mail-parts.js';
import { startDueCampaigns } from './campaign-schedule.js';
import { makeWeeklyCampaign } from './campaigns.js';

let submissions: Submissions;
let emails: MailHarness;
beforeEach(async () => {
  submissions = await Submissions.start({ requeueAfterSeconds: 1 });
  emails = await MailHarness.start(submissions);
});
afterEach(async () => {
  await emails.stop();
  await submissions.stop();
});

const call = <Response>(method: string, request: object, caller = admin) =>
  submissions.service.call<Response>('submissions.v1.NewsletterService', method, request, caller);
const story = {
  title: 'Ice on the Ozarks',
  excerpt: 'Stay home.',
  url: 'https://weather.example/blog/ice',
  pictures: [],
};
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const create = (changes: object = {}) =>
  call<Campaign>('createCampaign', {
    postId: newId(),
    story,
    idempotency: { fingerprint: randomUUID() },
    ...changes,
  });
const plan = (scheduledAt = inHours(1), changes: object = {}) => create({ scheduledAt, ...changes });
const get = (id: string) => call<Campaign>('getCampaign', { id });
const ordered = (method: string, id: string, more: object = {}) =>
  call<Campaign>(method, { id, ...more }).then(({ state }) => state);
const inState = (id: string, state: string) =>
  until(`the campaign to be ${state}`, async () => ((await get(id)).state === state ? get(id) : undefined), 25_000);
const makeDue = (id: string, minutes = 0) =>
  submissions.query(`UPDATE campaigns SET scheduled_at = now() - make_interval(mins => $2) WHERE id = $1`, [
    id,
    minutes,
  ]);
const startDue = () => startDueCampaigns(submissions.database.dataSource);
const timesEach = (addresses: string[]) => addresses.map((address) => emails.sink.counts.get(address) ?? 0);
const actions = async (id: string) =>
  (await submissions.query<{ action: string }>('SELECT action FROM audit WHERE subject_id = $1 ORDER BY id', [id])).map(
    ({ action }) => action,
  );

describe('a planned campaign', () => {
  it('waits for its time, and is then sent to all current subscribers', async () => {
    const early = await emails.readers(3);
    const scheduledAt = inHours(24);
    const campaign = await plan(scheduledAt);
    expect(campaign).toMatchObject({ state: 'planned', scheduledAt, recipients: 0 });
    emails.work();
    expect(await startDue()).toBe(0);
    const timeout = await emails.readers(2);
    await submissions.query(`UPDATE newsletter_subscribers SET confirmed_at = now() WHERE email = ANY($1)`, [timeout]);
    await makeDue(campaign.id);
    expect(await startDue()).toBe(1);
    const sent = await inState(campaign.id, 'sent');
    expect(sent).toMatchObject({ recipients: 5, sent: 5 });
    expect(timesEach([...early, ...timeout])).toEqual([1, 1, 1, 1, 1]);
  });

  it("is checked when a worker starts and every 15 seconds, so outages don't skip or delay it", async () => {
    const one = await plan();
    const other = await plan();
    await makeDue(one.id, 300);
    await makeDue(other.id, 5);
    const task = mailTasks(emails.parts).find(({ name }) => name === 'send planned newsletters');
    expect(task).toMatchObject({ firstAfterSeconds: 1 });
    expect(task?.intervalSeconds).toBeLessThanOrEqual(15);
    expect(await task?.run()).toBe(2);
    expect([(await get(one.id)).state, (await get(other.id)).state]).toEqual(['queued', 'queued']);
  });

  it('starts once, regardless of the number of workers', async () => {
    const readers = await emails.readers(4);
    const campaign = await plan();
    await makeDue(campaign.id);
    const started = await Promise.all(Array.from({ length: 6 }, startDue));
    expect(started.reduce((sum, count) => sum + count, 0)).toBe(1);
    const jobs = await submissions.query(`SELECT FROM outbox WHERE name = 'deliver-campaign'`);
    expect(jobs).toHaveLength(1);
    emails.work();
    emails.work();
    await inState(campaign.id, 'sent');
    expect(timesEach(readers)).toEqual([1, 1, 1, 1]);
  });

  it('keeps its local time across daylight saving changes', async () => {
    const local = ['2027-03-14T01:59', '2027-03-14T03:00', '2027-11-07T01:30', '2027-11-07T02:00'];
    const instants = local.map((time) => {
      const read = stateInstant(time);
      return 'at' in read ? read.at.toISOString() : read.problem;
    });
    expect(instants).toEqual([
      '2027-03-14T07:59:00.000Z',
      '2027-03-14T08:00:00.000Z',
      '2027-11-07T06:30:00.000Z',
      '2027-11-07T08:00:00.000Z',
    ]);
    for (const scheduledAt of instants)
      expect(await plan(scheduledAt)).toMatchObject({ state: 'planned', scheduledAt });
  });

  it('can be rescheduled and canceled; then the post may be sent again', async () => {
    const postId = newId();
    const campaign = await plan(inHours(1), { postId });
    const later = inHours(30);
    expect(await ordered('rescheduleCampaign', campaign.id, { scheduledAt: later })).toBe('planned');
    expect((await get(campaign.id)).scheduledAt).toBe(later);
    await expect(create({ postId })).rejects.toMatchObject({
      code: status.ABORTED,
      details: 'A mail about this post is already planned.',
    });
    expect(await ordered('cancelCampaign', campaign.id)).toBe('cancelled');
    expect(await ordered('cancelCampaign', campaign.id)).toBe('cancelled');
    await makeDue(campaign.id);
    expect(await startDue()).toBe(0);
    expect(await actions(campaign.id)).toEqual(['campaign.plan', 'campaign.reschedule', 'campaign.cancel']);
    expect((await create({ postId })).state).toBe('queued');
    await expect(ordered('rescheduleCampaign', campaign.id, { scheduledAt: later })).rejects.toMatchObject({
      code: status.ABORTED,
    });
  });

  it('requires a time in the future, within a year', async () => {
    for (const scheduledAt of [inHours(-1), inHours(24 * 400), 'tomorrow'])
      await expect(plan(scheduledAt)).rejects.toMatchObject({ code: status.INVALID_ARGUMENT });
    const { id } = await plan();
    await expect(ordered('rescheduleCampaign', id, { scheduledAt: inHours(-1) })).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
    });
  });

  it('is included in the weekly mail only once it has been sent', async () => {
    await plan();
    await submissions.query(`UPDATE campaigns SET created_at = now() - interval '8 days'`);
    expect(await makeWeeklyCampaign(submissions.database.dataSource, emails.parts.content, new Date())).toBe(false);
  });
});

describe('a campaign being sent', () => {
  it('pauses within one mail and resumes with the remaining readers: no duplicates, no omissions', async () => {
    const readers = await emails.readers(60);
    const { id } = await create();
    let taken = 0;
    emails.sink.beforeResponse = async () => {
      taken += 1;
      if (taken === 10) expect(await ordered('pauseCampaign', id)).toBe('paused');
    };
    emails.work({ emailsPerSecond: 100 });
    await until('the campaign to be given back', async () => {
      const [row] = await submissions.query<{ state: string; leased_by: string | null }>(
        'SELECT state, leased_by FROM campaigns WHERE id = $1',
        [id],
      );
      return row?.state === 'paused' && row.leased_by === null && taken >= 10;
    });
    const before = emails.sink.mails.length;
    expect(before).toBeGreaterThanOrEqual(10);
    expect(before).toBeLessThanOrEqual(12);
    expect(await get(id)).toMatchObject({ state: 'paused', recipients: 60, sent: before });
    expect(await submissions.query(`SELECT FROM outbox WHERE processed_at IS NULL`)).toEqual([]);
    expect(await ordered('pauseCampaign', id)).toBe('paused');
    expect(await ordered('resumeCampaign', id)).toBe('sending');
    const done = await inState(id, 'sent');
    expect(done).toMatchObject({ sent: 60, failed: 0, maybeRepeated: 0 });
    expect(timesEach(readers)).toEqual(readers.map(() => 1));
    expect(await actions(id)).toEqual(['campaign.create', 'campaign.pause', 'campaign.resume']);
  });

  it('can be paused before its first mail, and canceled', async () => {
    await emails.readers(3);
    const { id } = await create();
    await expect(ordered('cancelCampaign', id)).rejects.toMatchObject({ code: status.ABORTED });
    await ordered('pauseCampaign', id);
    emails.work();
    await until('the job to find nothing to do', async () => {
      const open = await submissions.query(`SELECT FROM outbox WHERE processed_at IS NULL`);
      return open.length === 0;
    });
    expect(await ordered('cancelCampaign', id)).toBe('cancelled');
    expect(emails.sink.mails).toHaveLength(0);
    await expect(ordered('resumeCampaign', id)).rejects.toMatchObject({ code: status.ABORTED });
  });

  it("can be controlled only by admins, and only while it isn't finished", async () => {
    const { id } = await create();
    for (const method of ['cancelCampaign', 'pauseCampaign', 'resumeCampaign'])
      await expect(call(method, { id }, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
    await expect(ordered('pauseCampaign', newId())).rejects.toMatchObject({ code: status.NOT_FOUND });
    await expect(ordered('pauseCampaign', 'x')).rejects.toMatchObject({ code: status.NOT_FOUND });
    emails.work();
    await inState(id, 'sent');
    await expect(ordered('pauseCampaign', id)).rejects.toMatchObject({ code: status.ABORTED });
  });
});
