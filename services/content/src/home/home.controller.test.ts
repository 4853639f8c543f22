import { newId } from '@site/platform/base/ids';
import type { ListFaqsResponse } from '@site/proto/gen/nest/content/v1/faqs';
import type { GetHomeContentResponse } from '@site/proto/gen/nest/content/v1/home';
import type { ListTeamMembersResponse } from '@site/proto/gen/nest/content/v1/team';
import { SiteHeader, SiteLogo } from '../features/site.feature.js';
import { builders, startContent, type TestContent } from '../testing/content.js';

describe('the content of the home page', () => {
  let content: TestContent;
  let build: ReturnType<typeof builders>;
  beforeAll(async () => {
    content = await startContent();
    build = builders(content.database);
  });
  afterAll(() => content.close());
  beforeEach(() =>
    content.database.dataSource.query('TRUNCATE posts, faqs, team_members, site_headers, site_logos CASCADE'),
  );

  const home = () => content.service.call<GetHomeContentResponse>('content.v1.HomeService', 'getHomeContent', {});

  it('is empty, without header and logo, on an empty site', async () => {
    const response = await home();
    expect(response).toMatchObject({ posts: [], team: [], faqs: [] });
    expect(response.header ?? response.logo ?? undefined).toBeUndefined();
  });

  it('contains every part, each in the order of its page', async () => {
    for (const number of [1, 2]) {
      await build.post({ title: `post ${number}`, createdAt: new Date(2026, 1, number) });
      await build.faq({ question: `question ${number}`, createdAt: new Date(2026, 1, number) });
      await build.member({ name: `member ${number}`, createdAt: new Date(2026, 1, number) });
    }
    const portraitId = await build.createReadyImage('portrait');
    await build.member({ name: 'member 3', portraitId });
    const { dataSource } = content.database;
    await dataSource.getRepository(SiteHeader).insert({ id: newId(), header: 'Stay “weather” aware' });
    await dataSource.getRepository(SiteLogo).insert({ id: newId(), imageId: await build.createReadyImage('logo') });
    const response = await home();
    expect(response.posts.map(({ title }) => title)).toEqual(['post 2', 'post 1']);
    expect(response.faqs.map(({ question }) => question)).toEqual(['question 1', 'question 2']);
    expect(response.team.map(({ name }) => name)).toEqual(['member 1', 'member 2', 'member 3']);
    expect(response.team[2]?.portrait?.sizes).toEqual([
      expect.objectContaining({ mediaType: 'image/webp', sizeBytes: 1_234 }),
    ]);
    expect(response.header).toEqual({ id: expect.any(String) as unknown, header: 'Stay “weather” aware', version: 1 });
    expect(response.logo?.logo).toMatchObject({ state: 'ready', width: 640, duplicateOf: [] });
  });

  it('matches the separate lists', async () => {
    await build.faq();
    await build.member({ portraitId: await build.createReadyImage('portrait') });
    const [response, faqs, team] = await Promise.all([
      home(),
      content.service.call<ListFaqsResponse>('content.v1.FaqsService', 'listFaqs', { limit: 100 }),
      content.service.call<ListTeamMembersResponse>('content.v1.TeamService', 'listTeamMembers', { limit: 100 }),
    ]);
    expect(faqs.faqs).toHaveLength(1);
    expect(response.faqs).toEqual(faqs.faqs);
    expect(response.team).toEqual(team.members);
  });

  it('contains the newest 20 posts, or fewer when they are too long for one message', async () => {
    for (let number = 1; number <= 22; number += 1) await build.post({ title: String(number) });
    expect((await home()).posts.map(({ title }) => Number(title))).toEqual(
      Array.from({ length: 20 }, (_, index) => 22 - index),
    );
    for (let number = 1; number <= 20; number += 1)
      await build.post({ title: 'long', description: '🌩'.repeat(50_000) });
    const { posts } = await home();
    expect(posts.length).toBeGreaterThan(0);
    expect(posts.length).toBeLessThan(20);
  });

  it('contains the first 100 questions and members, or fewer when they are too long for one message', async () => {
    const { dataSource } = content.database;
    await dataSource.query(
      `INSERT INTO faqs (id, question, answer, created_at)
       SELECT gen_random_uuid(), 'question ' || n, 'Because.', now() + n * interval '1 second' FROM generate_series(1, 101) n`,
    );
    await dataSource.query(
      `INSERT INTO team_members (id, name, designation, created_at)
       SELECT gen_random_uuid(), 'member ' || n, 'Forecaster', now() + n * interval '1 second' FROM generate_series(1, 101) n`,
    );
    const { faqs, team } = await home();
    expect([faqs.length, team.length]).toEqual([100, 100]);
    expect([faqs.at(-1)?.question, team.at(-1)?.name]).toEqual(['question 100', 'member 100']);
    await dataSource.query('UPDATE faqs SET answer = $1', ['🌩'.repeat(5_000)]);
    for (let number = 1; number <= 20; number += 1)
      await build.post({ title: 'long', description: '🌩'.repeat(50_000) });
    const full = await home();
    expect(full.faqs[0]?.question).toBe('question 1');
    expect(full.faqs.length).toBeLessThan(100);
    expect(full.posts.length).toBeGreaterThan(0);
  });

  it('shows the picture of a restored post only once its objects are public again', async () => {
    const coverId = await build.createReadyImage('cover');
    await build.post({ coverId });
    await content.database.dataSource.query('UPDATE images SET published = false WHERE id = $1', [coverId]);
    const [post] = (await home()).posts;
    expect(post?.cover).toMatchObject({ state: 'processing', width: 0, height: 0, sizes: [] });
  });

  it('leaves out deleted items', async () => {
    const { dataSource } = content.database;
    const id = newId();
    await dataSource.getRepository(SiteHeader).insert({ id, header: 'gone' });
    await dataSource.getRepository(SiteHeader).softDelete(id);
    for (const [table, row] of [
      ['posts', await build.post()],
      ['faqs', await build.faq()],
      ['team_members', await build.member()],
    ] as const) {
      await dataSource.query(`UPDATE ${table} SET deleted_at = now() WHERE id = $1`, [row]);
    }
    const response = await home();
    expect(response).toMatchObject({ posts: [], team: [], faqs: [] });
    expect(response.header ?? undefined).toBeUndefined();
  });
});
