import { newId } from '@site/platform/base/ids';
import { migrate } from '@site/platform/data/database';
import { startContent, builders, type TestContent } from './testing/content.js';
import { SiteHeader, SiteLogo } from './features/site.feature.js';

describe('the content schema', () => {
  let content: TestContent;
  beforeAll(async () => {
    content = await startContent();
  });
  afterAll(() => content.close());
  const sql = <Row>(statement: string, values?: unknown[]) =>
    content.database.dataSource.query<Row[]>(statement, values);

  it('has exactly the tables and columns that the entities describe', async () => {
    const { upQueries } = await content.database.dataSource.driver.createSchemaBuilder().log();
    // Indexes, checks and defaults are only in the migrations.
    const differences = upQueries
      .map(({ query }) => query)
      .filter((query) => !/^DROP INDEX|DROP CONSTRAINT|ADD CONSTRAINT .* FOREIGN KEY|^COMMENT ON/.test(query));
    expect(differences).toEqual([]);
  });

  it('is unchanged by a second run of the migrations, even by two concurrent ones', async () => {
    const { settings } = content.database;
    await expect(Promise.all([migrate(settings), migrate(settings)])).resolves.toEqual([[], []]);
  });

  it('allows one header at a time, and another only after the first is deleted', async () => {
    const headers = content.database.dataSource.getRepository(SiteHeader);
    const results = await Promise.allSettled(
      [1, 2, 3].map((number) => headers.insert({ id: newId(), header: `Header ${number}` })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(headers.insert({ id: newId(), header: 'another' })).rejects.toMatchObject({ code: '23505' });
    await headers.softDelete({ header: (await headers.findOneByOrFail({})).header });
    await headers.insert({ id: newId(), header: 'the next one' });
    await expect(headers.count()).resolves.toBe(1);
  });

  it('allows one logo at a time', async () => {
    const logos = content.database.dataSource.getRepository(SiteLogo);
    const imageId = await builders(content.database).picture('logo');
    await logos.insert({ id: newId(), imageId: imageId });
    await expect(logos.insert({ id: newId(), imageId: imageId })).rejects.toMatchObject({ code: '23505' });
  });

  it('rejects text that is empty or too long, counted in characters', async () => {
    const { faq, post } = builders(content.database);
    await expect(faq({ question: '' })).rejects.toMatchObject({ code: '23514' });
    await expect(faq({ question: 'x'.repeat(301) })).rejects.toMatchObject({ code: '23514' });
    await expect(post({ title: 'x'.repeat(201) })).rejects.toMatchObject({ code: '23514' });
    await expect(post({ title: '🌪'.repeat(200) })).resolves.toEqual(expect.any(String));
  });

  it.each([
    [
      'posts_published',
      "SELECT id FROM posts WHERE deleted_at IS NULL AND status = 'published' ORDER BY published_at DESC, id DESC LIMIT 21",
    ],
    [
      'posts_published',
      "SELECT id FROM posts WHERE deleted_at IS NULL AND status = 'published' AND (published_at, id) < (now(), '00000000-0000-7000-8000-000000000000') ORDER BY published_at DESC, id DESC LIMIT 21",
    ],
    ['posts_edited', 'SELECT id FROM posts WHERE deleted_at IS NULL ORDER BY edited_at DESC, id DESC LIMIT 21'],
    ['faqs_placed', 'SELECT id FROM faqs WHERE deleted_at IS NULL ORDER BY position, id'],
    ['team_members_placed', 'SELECT id FROM team_members WHERE deleted_at IS NULL ORDER BY position, id'],
    ['posts_deleted', "SELECT id FROM posts WHERE deleted_at < now() - interval '30 days'"],
  ])('uses the index %s for its list', async (index, statement) => {
    await content.database.dataSource.transaction(async (manager) => {
      // Small tables are always cheapest to scan; can the index return the rows in order?
      for (const way of ['seqscan', 'bitmapscan', 'sort']) await manager.query(`SET LOCAL enable_${way} = off`);
      const plan = await manager.query<Record<string, string>[]>(`EXPLAIN ${statement}`);
      const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
      expect(lines).toContain(index);
      expect(lines).not.toContain('Sort');
    });
  });

  it('keeps a deleted row for the trash', async () => {
    const id = await builders(content.database).faq();
    await content.database.dataSource.getRepository('faqs').softDelete(id);
    await expect(sql('SELECT deleted_at FROM faqs WHERE id = $1', [id])).resolves.toEqual([
      { deleted_at: expect.any(Date) as unknown },
    ]);
  });
});
