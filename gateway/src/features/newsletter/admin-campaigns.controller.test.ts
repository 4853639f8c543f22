import { newId } from '@site/platform/base/ids';
import { conflict, notFound, readCaller, tooMany, unavailable } from '@site/proto/grpc';
import request from 'supertest';
import { aPost } from '../../testing/fake-messages.js';
import { setupGateway } from '../../testing/given-gateway.js';

const provided = setupGateway({ RATE_LIMIT_SCALE: '1000' });
const rpc = (method: string) => `submissions.v1.NewsletterService/${method}`;
const bearer = () => `Bearer ${provided.services.signIn('admin').token}`;
const get = (path: string) =>
  request(provided.gateway.url).get(`/admin/main/newsletter${path}`).set('Authorization', bearer());
const post = (path: string, body: object = {}) =>
  request(provided.gateway.url).post(`/admin/main/newsletter${path}`).set('Authorization', bearer()).send(body);

const campaign = {
  id: newId(),
  postId: newId(),
  title: 'Ice on the Ozarks',
  state: 'planned',
  recipients: 0,
  sent: 0,
  failed: 0,
  skipped: 0,
  maybeRepeated: 0,
  createdAt: '2026-11-20T12:00:00.000Z',
  scheduledAt: '2026-11-26T13:30:00.000Z',
};
const document = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] });
const mediaId = newId();
const size = (width: number, mediaType: string) => ({
  key: `media/${width}.${mediaType}`,
  width,
  height: 9,
  mediaType,
});
const written = () =>
  aPost({
    slug: 'ice-on-the-ozarks',
    excerpt: 'Stay home.',
    document,
    media: [
      {
        id: mediaId,
        alt: 'Ice',
        credit: 'Nora',
        picture: {
          id: newId(),
          state: 'ready',
          sizes: [size(640, 'image/webp'), size(640, 'image/jpeg'), size(1920, 'image/jpeg')],
        },
      },
    ],
  });
const published = (message: object) => {
  provided.services.content.handlers['content.v1.PostsService/GetPost'] = () => message;
};
/** Like content's response: a draft's text is in its latest revision's values. */
const edited = (message: object, status = 'draft') => {
  const { document: text, media, ...row } = message as Record<string, unknown>;
  provided.services.content.handlers['content.v1.PostsService/GetEditedPost'] = () => ({
    post: { post: { ...row, status }, values: { document: text }, media },
  });
};

describe('a new campaign', () => {
  it('loads the complete post from content and passes on what its mails need', async () => {
    const ice = written();
    published(ice);
    let asked: Record<string, unknown> = {};
    provided.services.submissions.handlers[rpc('CreateCampaign')] = (message) => {
      asked = message;
      return campaign;
    };
    const { status, body } = await post('/campaign', { post_id: ice.id }).set('Idempotency-Key', 'once');
    expect([status, body.data.state, body.data.scheduled_at]).toEqual([201, 'planned', campaign.scheduledAt]);
    expect(asked).toMatchObject({
      postId: ice.id,
      idempotency: { key: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      story: {
        title: ice.title,
        excerpt: 'Stay home.',
        url: 'https://weather.example/blog/ice-on-the-ozarks',
        imageUrl: `https://weather.example/media/posts/3f/${ice.id}-1280.jpg`,
        document,
        pictures: [
          {
            mediaId,
            alt: 'Ice',
            credit: 'Nora',
            width: 640,
            height: 9,
            url: 'https://weather.example/media/media/640.image/jpeg',
          },
        ],
      },
    });
    expect(asked).not.toHaveProperty('scheduledAt');
  });

  it('is refused for an unlisted post', async () => {
    published(aPost({ status: 'unlisted' }));
    const { status, body } = await post('/campaign', { post_id: newId() });
    expect([status, body.message]).toEqual([409, 'This post is unlisted. Publish it before you send it.']);
  });

  it('uses the beginning of a plain-text post and its original address', async () => {
    const ice = aPost({ description: `Freezing rain tonight.\n\n${'Stay home. '.repeat(50)}`, slug: '', excerpt: '' });
    published(ice);
    let story: Record<string, string> = {};
    provided.services.submissions.handlers[rpc('CreateCampaign')] = (message) => {
      story = message['story'] as Record<string, string>;
      return campaign;
    };
    expect((await post('/campaign', { post_id: ice.id })).status).toBe(201);
    expect(story['url']).toBe(`https://weather.example/blogdetail?id=${ice.id}`);
    expect(story['excerpt']).toMatch(/^Freezing rain tonight\. Stay home\./);
    expect(story['excerpt']?.length).toBeLessThanOrEqual(201);
    expect(story).not.toHaveProperty('document');
  });

  it.each([
    ['2026-11-26T07:30', '2026-11-26T13:30:00.000Z'],
    // This local time occurs twice; the first is used.
    ['2026-11-01T01:30', '2026-11-01T06:30:00.000Z'],
    ['2027-07-01T07:30', '2027-07-01T12:30:00.000Z'],
  ])('is scheduled for %s in Arkansas', async (sendAt, scheduledAt) => {
    published(aPost());
    let asked: unknown;
    provided.services.submissions.handlers[rpc('CreateCampaign')] = (message) => {
      asked = message['scheduledAt'];
      return campaign;
    };
    expect((await post('/campaign', { post_id: newId(), send_at: sendAt })).status).toBe(201);
    expect(asked).toBe(scheduledAt);
  });

  it.each(['2027-03-14T02:30', 'tomorrow', '2026-13-01T00:00', ''])("isn't scheduled for %j", async (sendAt) => {
    published(aPost());
    const { status, body } = await post('/campaign', { post_id: newId(), send_at: sendAt });
    expect([status, body.errors]).toEqual([400, [{ field: 'send_at', message: expect.any(String) as string }]]);
  });

  it('sends the previewed version or nothing', async () => {
    const ice = written();
    published({ ...ice, version: 7 });
    let calls = 0;
    provided.services.submissions.handlers[rpc('CreateCampaign')] = () => {
      calls += 1;
      return campaign;
    };
    const { status, body } = await post('/campaign', { post_id: ice.id, version: 6 });
    expect([status, body.message, calls]).toEqual([409, expect.stringMatching(/^Someone changed this post/), 0]);
    expect((await post('/campaign', { post_id: ice.id, version: 7 })).status).toBe(201);
  });

  it("passes on its services' failures", async () => {
    const { id } = aPost();
    provided.services.content.handlers['content.v1.PostsService/GetPost'] = () => {
      throw notFound('This post does not exist.');
    };
    expect((await post('/campaign', { post_id: id })).status).toBe(404);
    expect((await post('/campaign', { post_id: 'x' })).status).toBe(404);
    expect((await post('/campaign', {})).body.errors).toEqual([{ field: 'post_id', message: 'post_id is required' }]);
    published(aPost({ cover: undefined }));
    provided.services.submissions.handlers[rpc('CreateCampaign')] = ({ story }) => {
      expect(story).not.toHaveProperty('imageUrl');
      throw conflict('This post is already being sent.');
    };
    const { status, body } = await post('/campaign', { post_id: id });
    expect([status, body.message]).toEqual([409, 'This post is already being sent.']);
  });
});

it("returns the clicks on a campaign's links", async () => {
  const links = [{ number: 1, url: 'https://weather.example/', clicks: 7 }];
  provided.services.submissions.handlers[rpc('GetCampaign')] = () => ({ ...campaign, links });
  expect((await get(`/campaign/${campaign.id}`)).body.data.links).toEqual(links);
});

it("returns a campaign's bounces and complaints with their reasons", async () => {
  const reportReasons = [{ kind: 'bounce', reason: '550 5.1.1 No such user', count: 3 }];
  const full = { ...campaign, bounced: 3, complained: 1, reportReasons };
  provided.services.submissions.handlers[rpc('GetCampaign')] = () => full;
  const { data } = (await get(`/campaign/${campaign.id}`)).body;
  expect(data).toMatchObject({ bounced: 3, complained: 1, report_reasons: reportReasons });
});

describe('a campaign', () => {
  it.each(['cancel', 'pause', 'resume'])('accepts the order to %s', async (order) => {
    const method = `${order[0]!.toUpperCase()}${order.slice(1)}Campaign`;
    provided.services.submissions.handlers[rpc(method)] = ({ id }, metadata) => {
      expect([id, readCaller(metadata).role]).toEqual([campaign.id, 'admin']);
      return { ...campaign, state: 'paused' };
    };
    const { status, body } = await post(`/campaign/${campaign.id}/${order}`);
    expect([status, body.data.state]).toEqual([200, 'paused']);
    provided.services.submissions.handlers[rpc(method)] = () => {
      throw conflict('This campaign is not being sent.');
    };
    expect((await post(`/campaign/${campaign.id}/${order}`)).status).toBe(409);
  });

  it('can be rescheduled', async () => {
    provided.services.submissions.handlers[rpc('RescheduleCampaign')] = ({ scheduledAt }) => {
      expect(scheduledAt).toBe('2026-11-27T13:30:00.000Z');
      return campaign;
    };
    expect((await post(`/campaign/${campaign.id}/time`, { send_at: '2026-11-27T07:30' })).status).toBe(200);
    expect((await post(`/campaign/${campaign.id}/time`, { send_at: '2027-03-14T02:30' })).body.errors).toEqual([
      { field: 'send_at', message: expect.stringContaining("doesn't exist") as string },
    ]);
  });
});

describe('the texts of a campaign', () => {
  const texts = {
    subject: ' Ice\u200b ',
    preheader: 'Roads',
    intro: 'Dear readers,\n\nstay home.',
    reply_to: ' Nora@Example.org ',
  };
  const passed = { subject: 'Ice', preheader: 'Roads', intro: texts.intro, replyTo: 'nora@example.org' };

  it('are passed on in canonical form, also to the preview and the test', async () => {
    published(written());
    edited(written());
    const asked: unknown[] = [];
    for (const [method, response] of [
      ['CreateCampaign', campaign],
      ['PreviewCampaign', { subject: 'Ice', html: '<p>', text: 'ice' }],
      ['SendTestMail', {}],
    ] as const)
      provided.services.submissions.handlers[rpc(method)] = (message) => {
        asked.push({ ...(message['content'] as object) });
        return response;
      };
    await post('/campaign', { post_id: newId(), ...texts }).expect(201);
    for (const path of ['/preview', '/test']) await post(path, { post_id: newId(), ...texts }).expect(200);
    expect(asked).toEqual([passed, passed, passed]);
  });

  it.each([
    ['subject', 'a'.repeat(201)],
    ['intro', 'a'.repeat(2_001)],
    ['reply_to', 'a@example.org, b@example.org'],
  ])('reject an invalid %s', async (field, value) => {
    const { body } = await post('/preview', { post_id: newId(), [field]: value }).expect(400);
    expect(body.errors[0].field).toBe(field);
  });
});

describe('a trial', () => {
  it('is previewed, including drafts', async () => {
    edited({ ...written(), version: 7 });
    provided.services.submissions.handlers[rpc('PreviewCampaign')] = ({ story, siteUrl }) => {
      expect([siteUrl, (story as { document: string }).document]).toEqual(['https://weather.example', document]);
      return { subject: 'Ice', html: '<p>', text: 'ice' };
    };
    const { status, body } = await post('/preview', { post_id: newId() });
    expect([status, body.data]).toEqual([200, { subject: 'Ice', html: '<p>', text: 'ice', version: 7 }]);
    expect((await post('/preview')).status).toBe(400);
    expect((await post('/preview', { post_id: 'x' })).status).toBe(404);
  });

  it('shows the published version while someone edits the post', async () => {
    edited({ ...written(), document: JSON.stringify({ type: 'doc', content: [] }) }, 'published');
    published(written());
    provided.services.submissions.handlers[rpc('PreviewCampaign')] = ({ story }) => {
      expect((story as { document: string }).document).toBe(document);
      return { subject: 'Ice', html: '<p>', text: 'ice' };
    };
    expect((await post('/preview', { post_id: newId() })).status).toBe(200);
  });

  it('is sent only to the caller, up to a limit', async () => {
    edited(written());
    let asked: unknown[] = [];
    provided.services.submissions.handlers[rpc('SendTestMail')] = (message) => {
      asked = Object.keys(message);
      return {};
    };
    expect((await post('/test', { post_id: newId() })).status).toBe(200);
    expect(asked).toEqual(['story', 'content']);
    expect((await post('/test', { post_id: newId(), to: 'victim@example.com' })).status).toBe(400);
    provided.services.submissions.handlers[rpc('SendTestMail')] = () => {
      throw tooMany('You can send ten test mails in ten minutes. Try again later.', 600);
    };
    expect((await post('/test', { post_id: newId() })).status).toBe(429);
  });
});

describe('a counted link', () => {
  const follow = (path: string) => request(provided.gateway.url).get(`/go/${path}`).redirects(0);

  it('redirects to its target for all readers, without identifying them', async () => {
    provided.services.submissions.handlers[rpc('FollowLink')] = (message) => {
      expect(message).toEqual({ campaignId: campaign.id, number: 3 });
      return { url: 'https://www.weather.gov/lzk/' };
    };
    const { status, headers } = await follow(`${campaign.id}/3?url=https://evil.example`);
    expect([status, headers['location']]).toEqual([302, 'https://www.weather.gov/lzk/']);
    expect(headers['set-cookie']).toBeUndefined();
    expect([headers['cache-control'], headers['x-robots-tag']]).toEqual(['no-store', 'noindex']);
  });

  it('redirects nowhere else if unknown', async () => {
    provided.services.submissions.handlers[rpc('FollowLink')] = () => {
      throw notFound('This link does not exist.');
    };
    for (const path of [`${campaign.id}/9`, 'x/1', `${campaign.id}/0`])
      expect((await follow(path)).headers['location']).toBe('/no-such-link');
  });

  it("falls back to the posts if its target can't be resolved", async () => {
    provided.services.submissions.handlers[rpc('FollowLink')] = () => {
      throw unavailable('down');
    };
    const { status, headers } = await follow(`${campaign.id}/1`);
    expect([status, headers['location']]).toEqual([302, '/blogs']);
  });
});
