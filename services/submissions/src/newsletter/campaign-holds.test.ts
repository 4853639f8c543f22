import { randomUUID } from 'node:crypto';
import { status } from '@grpc/grpc-js';
import { addToOutbox } from '@site/platform/jobs/outbox';
import { newId } from '@site/platform/base/ids';
import { until } from '@site/platform/testing/until';
import type { Campaign, GetPostCampaignResponse } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { MailHarness } from '../testing/mails.js';
import { admin, editor, moderator, Submissions } from '../testing/submissions.js';
import { startDueCampaigns } from './campaign-schedule.js';
import { makeWeeklyCampaign } from './campaigns.js';

let submissions: Submissions;
let emails: MailHarness;
beforeEach(async () => {
  submissions = await Submissions.start({ requeueAfterSeconds: 1 });
  emails = await MailHarness.start(submissions);
  emails.reviewers = [
    { id: admin.id, name: 'Ada', email: 'ada@example.com', role: 'admin' },
    { id: moderator.id, name: 'Mo', email: 'mo@example.com', role: 'moderator' },
  ];
});
afterEach(async () => {
  await emails.stop();
  await submissions.stop();
});

const call = <Response>(method: string, request: object, caller = admin) =>
  submissions.service.call<Response>('submissions.v1.NewsletterService', method, request, caller);
const story = { title: 'Ice', excerpt: 'Stay home.', url: 'https://weather.example/blog/ice', pictures: [] };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const create = async (postId: string, scheduledAt?: string) => {
  const request = { postId, story, scheduledAt, idempotency: { fingerprint: randomUUID() } };
  return (await call<Campaign>('createCampaign', request)).id;
};
const get = (id: string) => call<Campaign>('getCampaign', { id });
const inState = (id: string, state: string) =>
  until(
    `the campaign to be ${state}`,
    async () => {
      const campaign = await get(id);
      return campaign.state === state ? campaign : undefined;
    },
    25_000,
  );
/** What content does in the transaction that changes the post. */
async function becomes(postId: string, state: string) {
  emails.postStates.set(postId, state);
  const id = await submissions.database.dataSource.transaction((manager) =>
    addToOutbox(manager, { queue: 'newsletter', name: 'check-campaigns', payload: { postId } }),
  );
  await until('the change to be processed', () => emails.completed.includes(id));
}
const makeDue = (id: string) =>
  submissions.query(`UPDATE campaigns SET scheduled_at = now() - interval '1 minute' WHERE id = $1`, [id]);
const actions = async (id: string) =>
  (await submissions.query<{ action: string }>('SELECT action FROM audit WHERE subject_id = $1 ORDER BY id', [id])).map(
    ({ action }) => action,
  );

describe('a planned campaign', () => {
  it.each([
    ['deleted', 'deleted'],
    ['draft', 'unpublished'],
    ['unlisted', 'unlisted'],
  ])('is on hold while its post is %s, and is sent at its time once the post is back', async (state, holdReason) => {
    const [reader = ''] = await emails.readers(1);
    emails.work();
    const postId = newId();
    const id = await create(postId, inHours(1));
    await becomes(postId, state);
    await expect(get(id)).resolves.toMatchObject({ state: 'held', holdReason });
    expect((await emails.first('ada@example.com')).headers['subject']).toBe('Newsletter on hold: Ice');
    await becomes(postId, 'published');
    await expect(get(id)).resolves.toMatchObject({ state: 'planned', holdReason: '' });
    await makeDue(id);
    await startDueCampaigns(submissions.database.dataSource);
    await inState(id, 'sent');
    expect(emails.to(reader)).toHaveLength(1);
    expect(emails.to('ada@example.com')).toHaveLength(1);
    expect(emails.to('mo@example.com')).toHaveLength(0);
    expect(await actions(id)).toEqual(['campaign.plan', 'campaign.hold', 'campaign.release']);
  });

  it('sends nothing at its time while on hold, and waits for an admin if the post is back later', async () => {
    const [reader = ''] = await emails.readers(1);
    emails.work();
    const postId = newId();
    const id = await create(postId, inHours(1));
    await becomes(postId, 'deleted');
    await makeDue(id);
    expect(await startDueCampaigns(submissions.database.dataSource)).toBe(0);
    await becomes(postId, 'published');
    await expect(get(id)).resolves.toMatchObject({ state: 'paused', holdReason: 'late' });
    expect(emails.to(reader)).toHaveLength(0);
    await call('resumeCampaign', { id });
    await expect(inState(id, 'sent')).resolves.toMatchObject({ sent: 1, holdReason: '' });
  });

  it('can be canceled on hold; until then, the post has no other campaign', async () => {
    emails.work();
    const postId = newId();
    const id = await create(postId, inHours(1));
    await becomes(postId, 'unlisted');
    await expect(create(postId)).rejects.toMatchObject({
      code: status.ABORTED,
      details: 'The mail about this post is on hold.',
    });
    await expect(call('resumeCampaign', { id })).rejects.toMatchObject({ code: status.ABORTED });
    await call('cancelCampaign', { id });
    await becomes(postId, 'published');
    await expect(get(id)).resolves.toMatchObject({ state: 'cancelled' });
  });

  it('is shown to editors of its post', async () => {
    const postId = newId();
    const scheduledAt = inHours(1);
    const find = (id: string, caller = editor) => call<GetPostCampaignResponse>('getPostCampaign', { id }, caller);
    await create(postId, scheduledAt);
    await expect(find(postId)).resolves.toEqual({ campaign: { state: 'planned', scheduledAt } });
    await expect(find(newId())).resolves.toEqual({});
    await expect(find('x')).resolves.toEqual({});
    await expect(find(postId, moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
  });
});

describe('a campaign that is due', () => {
  it('is held, not sent, if its post is gone although content has reported nothing', async () => {
    const [reader = ''] = await emails.readers(1);
    const postId = newId();
    emails.postStates.set(postId, 'deleted');
    const id = await create(postId);
    emails.work();
    await inState(id, 'held');
    await emails.first('ada@example.com');
    expect(emails.to(reader)).toHaveLength(0);
    await becomes(postId, 'published');
    await inState(id, 'sent');
    expect(emails.to(reader)).toHaveLength(1);
  });

  it('stops within one mail when its post is deleted, and later continues with the other readers', async () => {
    await emails.readers(20);
    const postId = newId();
    const id = await create(postId);
    emails.sink.beforeResponse = async () => {
      emails.sink.beforeResponse = () => undefined;
      await becomes(postId, 'deleted');
    };
    emails.work();
    emails.work();
    await inState(id, 'held');
    await until('the batch to end', async () => {
      const open = await submissions.query('SELECT FROM campaigns WHERE id = $1 AND leased_by IS NULL', [id]);
      return open.length > 0;
    });
    const { sent } = await get(id);
    expect(sent).toBeLessThan(20);
    await becomes(postId, 'published');
    await expect(inState(id, 'sent')).resolves.toMatchObject({ recipients: 20, sent: 20, maybeRepeated: 0 });
  });
});

describe('the weekly mail', () => {
  const monday = new Date('2026-11-23T14:01:00Z');
  const sentBefore = async (postId: string, title: string) => {
    const request = { postId, story: { ...story, title, url: `${story.url}-${title}` } };
    const campaign = await call<Campaign>('createCampaign', {
      ...request,
      idempotency: { fingerprint: randomUUID() },
    });
    await submissions.query(
      `UPDATE campaigns SET state = 'sent', finished_at = now(), created_at = '2026-11-22T12:00:00Z' WHERE id = $1`,
      [campaign.id],
    );
  };
  const make = () => makeWeeklyCampaign(submissions.database.dataSource, emails.parts.content, monday);

  it('leaves out posts that are no longer on the site', async () => {
    const [reader = ''] = await emails.readers(1, 'weekly');
    const removed = newId();
    await sentBefore(removed, 'Fog');
    emails.postStates.set(removed, 'deleted');
    expect(await make()).toBe(false);
    await sentBefore(newId(), 'Ice');
    expect(await make()).toBe(true);
    emails.work();
    const { text } = await emails.first(reader);
    expect(text).toContain('blog/ice-Ice');
    expect(text).not.toContain('blog/ice-Fog');
  });

  it('is on hold if one of its posts leaves the site before it is sent', async () => {
    await emails.readers(1, 'weekly');
    const postId = newId();
    await sentBefore(postId, 'Ice');
    expect(await make()).toBe(true);
    const [row] = await submissions.query<{ id: string }>(`SELECT id FROM campaigns WHERE frequency = 'weekly'`);
    emails.postStates.set(postId, 'draft');
    emails.work();
    await expect(inState(row?.id ?? '', 'held')).resolves.toMatchObject({ holdReason: 'unpublished' });
    await becomes(postId, 'published');
    await inState(row?.id ?? '', 'sent');
  });
});
