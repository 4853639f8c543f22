import { newId } from '@site/platform/base/ids';
import { migrate } from '@site/platform/data/database';
import { testDatabase } from '@site/platform/testing/database';
import { contentDatabase } from '../database.js';
import { BindNewsletters1797200000000 } from './1797200000000-bind-newsletters.js';

const timeOf = ({ name }: { name: string }) => Number(name.slice(-13));

it('binds earlier newsletter decisions, unless a form has changed the post since', async () => {
  const before = contentDatabase.migrations.filter((one) => timeOf(one) < timeOf(BindNewsletters1797200000000));
  const database = await testDatabase({ ...contentDatabase, migrations: before });
  const sql = <Row>(statement: string, values: unknown[] = []) => database.dataSource.query<Row[]>(statement, values);
  const scheduled = async (title: string, ...actions: string[]) => {
    const id = newId();
    await sql(
      `INSERT INTO posts (id, title, description, status, publish_at, published_at, send_newsletter, shown_revision)
       VALUES ($1, $2, 'Words.', 'scheduled', now() + interval '1 hour', NULL, true, 3)`,
      [id, title],
    );
    for (const [minute, action] of actions.entries())
      await sql(
        `INSERT INTO audit (id, principal_id, principal_name, action, subject_id, at, client_address, request_id)
         VALUES ($1, $1, 'Ada', $2, $3, now() - interval '1 hour' + interval '1 minute' * $4, '', '')`,
        [newId(), action, id, minute],
      );
  };
  try {
    await scheduled('As decided', 'post.edit', 'post.schedule');
    await scheduled('Changed', 'post.schedule', 'post.edit');
    await migrate({ ...database.settings, migrations: contentDatabase.migrations });
    await expect(
      sql(`SELECT title, send_newsletter AS sent, newsletter_revision AS revision,
             newsletter_cleared_at IS NOT NULL AS cleared FROM posts ORDER BY title`),
    ).resolves.toEqual([
      { title: 'As decided', sent: true, revision: 3, cleared: false },
      { title: 'Changed', sent: false, revision: null, cleared: true },
    ]);
  } finally {
    await database.drop();
  }
});
