import { newId } from '@site/platform/base/ids';
import { migrate } from '@site/platform/data/database';
import { testDatabase } from '@site/platform/testing/database';
import { contentDatabase } from '../database.js';
import { AddPostDesk1796000000000 } from './1796000000000-add-post-desk.js';

/** A migration's name ends in its order. */
const timeOf = ({ name }: { name: string }) => Number(name.slice(-13));

it('gives existing posts their slug and date, and keeps inserts by the older service working', async () => {
  const before = contentDatabase.migrations.filter((one) => timeOf(one) < timeOf(AddPostDesk1796000000000));
  const database = await testDatabase({ ...contentDatabase, migrations: before });
  const sql = <Row>(statement: string, values: unknown[] = []) => database.dataSource.query<Row[]>(statement, values);
  const insert = (title: string, day: number) =>
    sql('INSERT INTO posts (id, title, description, created_at, updated_at) VALUES ($1, $2, $3, $4, $5)', [
      ...[newId(), title, 'Words.', `2026-01-0${day}T12:00:00Z`, '2026-02-01T12:00:00Z'],
    ]);
  try {
    for (const [index, title] of ['Storm', 'Storm 2', 'storm!', 'Storm', '🌪️'].entries())
      await insert(title, index + 1);
    await migrate({ ...database.settings, migrations: contentDatabase.migrations });
    await expect(
      sql(`SELECT posts.slug, status, published_at = created_at AS dated, edited_at = updated_at AS edited
           FROM posts JOIN post_slugs ON post_slugs.slug = posts.slug AND post_id = posts.id ORDER BY created_at`),
    ).resolves.toEqual(
      ['storm', 'storm-2', 'storm-3', 'storm-4', 'post'].map((slug) => ({
        ...{ slug, status: 'published', dated: true, edited: true },
      })),
    );
    // By the previous release while both run.
    await insert('Meanwhile', 9);
    await expect(
      sql("SELECT status, published_at IS NOT NULL AS dated, slug FROM posts WHERE title = 'Meanwhile'"),
    ).resolves.toEqual([{ status: 'published', dated: true, slug: null }]);
    await expect(insert('', 9)).rejects.toMatchObject({ code: '23514' });
    await sql("INSERT INTO posts (id, title, description, status) VALUES ($1, '', '', 'draft')", [newId()]);
  } finally {
    await database.drop();
  }
});
