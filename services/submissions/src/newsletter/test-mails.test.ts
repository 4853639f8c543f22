import { status } from '@grpc/grpc-js';
import { addToOutbox } from '@site/platform/jobs/outbox';
import { newId } from '@site/platform/base/ids';
import { until } from '@site/platform/testing/until';
import type { Post } from '@site/proto/gen/nest/content/v1/posts';
import type { Campaign, PreviewCampaignResponse } from '@site/proto/gen/nest/submissions/v1/newsletter';
import { MailHarness } from '../testing/mails.js';
import { admin, moderator, Submissions } from '../testing/submissions.js';

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
const words = (text: string, href?: string) => ({
  type: 'text',
  text,
  ...(href && { marks: [{ type: 'link', attrs: { href } }] }),
});
const document = {
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 2 }, content: [words('Roads')] },
    {
      type: 'paragraph',
      content: [
        words('Read '),
        words('the radar page', '/radar'),
        words(' and '),
        words('NWS', 'https://www.weather.gov/lzk/'),
      ],
    },
  ],
};
const story = {
  title: 'Ice on the Ozarks',
  excerpt: 'Stay home.',
  url: 'https://weather.example/blog/ice',
  document: JSON.stringify(document),
  pictures: [],
};
const processed = (id: string) => until('the job to be done', async () => emails.completed.includes(id) || undefined);

describe('a test mail', () => {
  const sendTest = (caller = admin) => call('sendTestMail', { story }, caller);

  it('goes only to the admin who requested it, and none of its links ends a subscription', async () => {
    const readers = await emails.readers(2);
    emails.reviewers = [
      { id: admin.id, name: 'Ada', email: 'ada@example.com', role: 'admin' },
      { id: newId(), name: 'Otto', email: 'otto@example.com', role: 'admin' },
    ];
    emails.work();
    await sendTest();
    const mail = await emails.first('ada@example.com');
    expect(mail.headers['subject']).toBe('[Test] Ice on the Ozarks');
    expect(mail.headers['list-unsubscribe']).toBeUndefined();
    expect(mail.text).toContain('Unsubscribe: https://weather.example\n');
    expect(mail.text.replace(/\s+/g, ' ')).toContain('go to the site and change nothing');
    expect(mail.html).not.toContain('token=');
    expect(mail.html).toContain('<a href="https://weather.example/radar"');
    expect(emails.sink.mails).toHaveLength(1);
    expect(readers.map((reader) => emails.sink.counts.get(reader) ?? 0)).toEqual([0, 0]);
    expect(await submissions.query('SELECT FROM campaigns')).toEqual([]);
  });

  it("is not sent to former admins, and is limited so that it can't flood a mailbox", async () => {
    emails.reviewers = [{ id: admin.id, name: 'Ada', email: 'ada@example.com', role: 'moderator' }];
    emails.work();
    for (let n = 0; n < 10; n += 1) await sendTest();
    await expect(sendTest()).rejects.toMatchObject({ code: status.RESOURCE_EXHAUSTED });
    await until('the jobs to be done', async () => {
      const open = await submissions.query(`SELECT FROM outbox WHERE processed_at IS NULL`);
      return open.length === 0;
    });
    expect(emails.sink.mails).toHaveLength(0);
    await expect(sendTest(moderator)).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
  });
});

it('contains the texts that an admin added, for readers too', async () => {
  const texts = {
    subject: 'Ice tonight',
    preheader: 'Roads',
    intro: 'Dear readers,\n\nstay <home>.',
    replyTo: 'nora@example.org',
  };
  const [reader = ''] = await emails.readers(1);
  emails.reviewers = [{ id: admin.id, name: 'Ada', email: 'ada@example.com', role: 'admin' }];
  await call('sendTestMail', { story, content: texts });
  await call('createCampaign', { postId: newId(), story, content: texts, idempotency: { fingerprint: 'a' } });
  emails.work();
  const trial = await emails.first('ada@example.com');
  const sent = await emails.first(reader);
  expect([trial.headers['subject'], sent.headers['subject']]).toEqual(['[Test] Ice tonight', 'Ice tonight']);
  for (const { headers, html, text } of [trial, sent]) {
    expect(headers['reply-to']).toBe('nora@example.org');
    expect(html).toContain('>Roads</div>');
    expect(html).toContain('stay &lt;home&gt;.');
    expect(text).toContain('Dear readers,\n\nstay <home>.\n\nROADS');
  }
  const tooLong = { ...texts, intro: 'a'.repeat(2_001) };
  await expect(call('sendTestMail', { story, content: tooLong })).rejects.toMatchObject({
    code: status.INVALID_ARGUMENT,
  });
});

it('previews the mail that readers will get', async () => {
  const siteUrl = 'https://weather.example';
  const { subject, html, text } = await call<PreviewCampaignResponse>('previewCampaign', { story, siteUrl });
  expect(subject).toBe('Ice on the Ozarks');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).toContain('>Roads</h2>');
  expect(text).toContain('ROADS\n\nRead the radar page (https://weather.example/radar) and NWS');
  for (const bad of [{ ...story, title: '' }, { ...story, document: '{' }, undefined])
    await expect(call('previewCampaign', { story: bad, siteUrl })).rejects.toMatchObject({
      code: status.INVALID_ARGUMENT,
    });
});

describe('the campaign about a scheduled post', () => {
  const aPost = (changes: Partial<Post> = {}): Post => ({
    id: newId(),
    title: 'Ice',
    description: 'Roads',
    createdAt: '',
    updatedAt: '',
    version: 1,
    slug: 'ice',
    excerpt: 'Stay home.',
    author: '',
    tags: [],
    hasDocument: true,
    media: [],
    status: 'published',
    document: JSON.stringify(document),
    ...changes,
  });
  const fetch = (postId: string, revisionId: string) =>
    submissions.database.dataSource.transaction((manager) =>
      addToOutbox(manager, {
        queue: 'newsletter',
        name: 'campaign-of-post',
        payload: { postId, revisionId },
      }),
    );
  const campaigns = async () =>
    (await call<{ campaigns: Campaign[] }>('listCampaigns', { limit: 10 })).campaigns.map(({ postId, title }) => [
      postId,
      title,
    ]);

  it('is made once from the chosen revision, and sent', async () => {
    const [reader = ''] = await emails.readers(1);
    const post = aPost();
    const revisionId = newId();
    emails.newsletterPosts.set(revisionId, post);
    emails.work();
    const id = await fetch(post.id, revisionId);
    const mail = await emails.first(reader);
    expect(mail.text).toContain('https://weather.example/blog/ice');
    await processed(id);
    // The job's row is this service's own here and isn't marked as done: it runs again, and makes no second campaign.
    await until('the job to have run again', () => emails.completed.filter((done) => done === id).length > 1);
    expect(await campaigns()).toEqual([[post.id, 'Ice']]);
    const audit = await submissions.query('SELECT principal_name, action FROM audit WHERE subject_id = $1', [id]);
    expect(audit).toEqual([{ principal_name: 'Schedule', action: 'campaign.create' }]);
  });

  it('is not made for a post that is gone, unlisted, or already being sent', async () => {
    const unlisted = aPost({ status: 'unlisted' });
    const existing = aPost();
    for (const post of [unlisted, existing]) emails.newsletterPosts.set(post.id, post);
    await call('createCampaign', { postId: existing.id, story, idempotency: { fingerprint: 'a' } });
    await call('pauseCampaign', {
      id: (await call<{ campaigns: Campaign[] }>('listCampaigns', { limit: 1 })).campaigns[0]?.id,
    });
    emails.work();
    for (const id of [
      await fetch(unlisted.id, unlisted.id),
      await fetch(newId(), newId()),
      await fetch(existing.id, existing.id),
    ])
      await processed(id);
    expect(await campaigns()).toEqual([[existing.id, story.title]]);
  });
});

describe('links', () => {
  const withLinks = async (countsLinks: boolean) => {
    const [reader = ''] = await emails.readers(1);
    emails.parts.countsLinks = countsLinks;
    const campaign = await call<Campaign>('createCampaign', {
      postId: newId(),
      story,
      idempotency: { fingerprint: newId() },
    });
    emails.work();
    return { campaign, mail: await emails.first(reader) };
  };

  it('lead straight to their targets unless clicks are counted', async () => {
    const { campaign, mail } = await withLinks(false);
    expect(mail.html).not.toContain('/go/');
    expect(mail.text).not.toContain('counts how often');
    expect((await call<Campaign>('getCampaign', { id: campaign.id })).links).toEqual([]);
  });

  it('are the same for all readers when counted, and the mail says so', async () => {
    const { campaign, mail } = await withLinks(true);
    const go = `https://weather.example/go/${campaign.id}`;
    expect(mail.html).toContain(`<a href="${go}/1"`);
    expect(mail.html).not.toContain('https://www.weather.gov');
    expect(mail.html).not.toMatch(/\/go\/[^"]*token/);
    expect(mail.html).toMatch(/newsletter\/unsubscribe\?token=/);
    // For readers who want to see a link's target.
    expect(mail.text).toContain('https://www.weather.gov/lzk/');
    expect(mail.text.replace(/\s+/g, ' ')).toContain("counts clicks but doesn't record who clicked");
    const follow = (number: number, campaignId = campaign.id) =>
      submissions.service.call<{ url: string }>('submissions.v1.NewsletterService', 'followLink', {
        campaignId,
        number,
      });
    expect((await follow(3)).url).toBe('https://www.weather.gov/lzk/');
    await Promise.all([follow(2), follow(3)]);
    const { links } = await call<Campaign>('getCampaign', { id: campaign.id });
    expect(links).toEqual([
      { number: 1, url: story.url, clicks: 0 },
      { number: 2, url: 'https://weather.example/radar', clicks: 1 },
      { number: 3, url: 'https://www.weather.gov/lzk/', clicks: 2 },
    ]);
    await expect(follow(4)).rejects.toMatchObject({ code: status.NOT_FOUND });
    await expect(follow(1, newId())).rejects.toMatchObject({ code: status.NOT_FOUND });
    await expect(follow(1, "' OR 1=1")).rejects.toMatchObject({ code: status.NOT_FOUND });
  });
});
