import { createHash } from 'node:crypto';
import { ObjectStore } from '@site/platform/data/object-store';
import { testObjectStore } from '@site/platform/testing/object-store';
import type { GetHomeContentResponse } from '@site/proto/gen/nest/content/v1/home';
import sharp from 'sharp';
import { Faq } from '../features/faqs.feature.js';
import { startContent, type TestContent } from '../testing/content.js';
import { addSampleContent } from './sample-content.js';

describe('sample content', () => {
  let content: TestContent;
  let store: ObjectStore;
  let seeding: ObjectStore;
  beforeAll(async () => {
    content = await startContent();
    const bucket = await testObjectStore('seed');
    store = bucket.store;
    seeding = new ObjectStore(bucket.settings);
  });
  afterAll(async () => {
    store.close();
    seeding.close();
    await content.close();
  });
  const home = () => content.service.call<GetHomeContentResponse>('content.v1.HomeService', 'getHomeContent', {});
  const images = () =>
    content.database.dataSource.query<
      { kind: string; staging_key: string; sha256: string; size_bytes: number; media_type: string }[]
    >('SELECT kind, staging_key, sha256, size_bytes, media_type FROM images');

  it('fills an empty site once, even when two start at the same time', async () => {
    const { dataSource } = content.database;
    const filled = await Promise.all([addSampleContent(dataSource, seeding), addSampleContent(dataSource, seeding)]);
    expect(filled.flat().sort()).toEqual(['faqs', 'header', 'logo', 'posts', 'team']);
    const { posts, team, faqs, header, logo } = await home();
    expect([posts.length, team.length, faqs.length]).toEqual([4, 5, 5]);
    expect(posts[0]?.title).toBe('Watch or warning? What the words ask you to do');
    expect(faqs[0]?.question).toBe('What is the difference between a watch and a warning?');
    expect(team.every(({ designation }) => designation.endsWith('(sample)'))).toBe(true);
    expect(header?.header).toBeTruthy();
    expect(logo?.logo?.state).toBe('processing');
    await expect(addSampleContent(dataSource, seeding)).resolves.toEqual([]);
  });

  it('leaves exactly the referenced uploads under staging/, with the declared bytes and size', async () => {
    const rows = await images();
    expect(rows.map(({ kind }) => kind).sort()).toEqual([
      ...Array<string>(4).fill('cover'),
      'logo',
      ...Array<string>(5).fill('portrait'),
    ]);
    expect((await store.list('staging/')).sort()).toEqual(rows.map((row) => row.staging_key).sort());
    for (const row of rows) {
      const bytes = await store.get(row.staging_key);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256);
      expect(bytes.length).toBe(row.size_bytes);
      const { format, width, height } = await sharp(bytes).metadata();
      expect(`image/${format}`).toBe(row.media_type);
      const encoded = { cover: [1_600, 900], portrait: [800, 800], logo: [900, 250] }[row.kind] ?? [];
      expect([width >= (encoded[0] ?? 0), height >= (encoded[1] ?? 0)]).toEqual([true, true]);
    }
    const jobs = await content.database.dataSource.query<unknown[]>(
      "SELECT 1 FROM outbox WHERE name = 'process-picture'",
    );
    expect(jobs).toHaveLength(10);
  });

  it('puts its pictures into the library with alternative text, portraits with names', async () => {
    const library = await content.database.dataSource.query<{ kind: string; name: string; alt: string }[]>(
      'SELECT images.kind, media.name, media.alt FROM media JOIN images ON images.id = media.image_id',
    );
    expect(library).toHaveLength(10);
    // The site's header and logo have none: the page has its name in text.
    expect(library.filter(({ kind, name, alt }) => !name || (!alt && kind !== 'logo'))).toEqual([]);
    const { team } = await home();
    expect(
      library
        .filter(({ kind }) => kind === 'portrait')
        .map(({ alt }) => alt)
        .sort(),
    ).toEqual(team.map(({ name }) => name).sort());
  });

  it('does not restore deleted samples', async () => {
    await content.database.dataSource.getRepository(Faq).softDelete({ answer: (await home()).faqs[0]?.answer ?? '' });
    await content.database.dataSource.query('UPDATE team_members SET deleted_at = now()');
    await expect(addSampleContent(content.database.dataSource, seeding)).resolves.toEqual([]);
    const { team, faqs } = await home();
    expect([team.length, faqs.length]).toEqual([0, 4]);
  });
});
