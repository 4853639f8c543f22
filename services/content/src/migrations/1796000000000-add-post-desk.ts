import { slugOf } from '@site/domain/content/slug';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * Rich text, slugs, drafts, scheduled publication, revisions and preview links of posts. The defaults make the previous
 * release's inserts published posts.
 */
export class AddPostDesk1796000000000 implements ForwardMigration {
  name = 'AddPostDesk1796000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE posts
        ADD COLUMN slug text CHECK (char_length(slug) BETWEEN 1 AND 110),
        ADD COLUMN document jsonb,
        ADD COLUMN excerpt text NOT NULL DEFAULT '' CHECK (char_length(excerpt) <= 300),
        ADD COLUMN author text NOT NULL DEFAULT '' CHECK (char_length(author) <= 100),
        ADD COLUMN tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 10),
        ADD COLUMN status text NOT NULL DEFAULT 'published'
          CHECK (status IN ('draft', 'scheduled', 'published', 'unlisted')),
        ADD COLUMN publish_at timestamptz(3),
        ADD COLUMN published_at timestamptz(3),
        ADD COLUMN send_newsletter boolean NOT NULL DEFAULT false,
        ADD COLUMN media_ids uuid[] NOT NULL DEFAULT '{}',
        ADD COLUMN shown_revision integer NOT NULL DEFAULT 0,
        ADD COLUMN edited_at timestamptz(3) NOT NULL DEFAULT now(),
        DROP CONSTRAINT posts_title_check,
        DROP CONSTRAINT posts_description_check`);
    await runner.query('UPDATE posts SET published_at = created_at, edited_at = updated_at');
    await runner.query(`
      ALTER TABLE posts
        ALTER COLUMN published_at SET DEFAULT now(),
        ADD CONSTRAINT posts_title_check
          CHECK (char_length(title) BETWEEN CASE status WHEN 'draft' THEN 0 ELSE 1 END AND 200),
        ADD CONSTRAINT posts_description_check
          CHECK (char_length(description) BETWEEN CASE status WHEN 'draft' THEN 0 ELSE 1 END AND 50000),
        ADD CONSTRAINT posts_scheduled_check CHECK ((status = 'scheduled') = (publish_at IS NOT NULL)),
        ADD CONSTRAINT posts_published_check CHECK (status IN ('draft', 'scheduled') OR published_at IS NOT NULL)`);
    await runner.query(`
      CREATE TABLE post_slugs (
        slug text PRIMARY KEY,
        post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE
      )`);
    await runner.query('CREATE INDEX post_slugs_of_post ON post_slugs (post_id)');
    await runner.query(`
      CREATE TABLE post_revisions (
        id uuid PRIMARY KEY,
        post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        number integer NOT NULL CHECK (number >= 0),
        kind text NOT NULL CHECK (kind IN ('autosave', 'saved', 'published')),
        values jsonb NOT NULL,
        base_revision integer NOT NULL DEFAULT 0,
        author_id uuid NOT NULL,
        author_name text NOT NULL,
        media_ids uuid[] NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CHECK ((kind = 'autosave') = (number = 0))
      )`);
    await runner.query(
      'CREATE UNIQUE INDEX post_revisions_number ON post_revisions (post_id, number) WHERE number > 0',
    );
    await runner.query(
      'CREATE UNIQUE INDEX post_revisions_autosave ON post_revisions (post_id, author_id) WHERE number = 0',
    );
    await runner.query(`
      CREATE TABLE post_previews (
        hash text PRIMARY KEY,
        post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
        expires_at timestamptz(3) NOT NULL
      )`);
    await runner.query('CREATE INDEX post_previews_of_post ON post_previews (post_id)');
    await nameOldPosts(runner);
    await runner.query('CREATE UNIQUE INDEX posts_slug ON posts (slug)');
    await runner.query(`
      CREATE INDEX posts_published ON posts (published_at DESC, id DESC)
      WHERE deleted_at IS NULL AND status = 'published'`);
    await runner.query('CREATE INDEX posts_edited ON posts (edited_at DESC, id DESC) WHERE deleted_at IS NULL');
    await runner.query("CREATE INDEX posts_scheduled ON posts (publish_at) WHERE status = 'scheduled'");
  }
}

/** Gives the oldest post the plain slug, later ones -2, -3 and so on. */
async function nameOldPosts(runner: QueryRunner): Promise<void> {
  const posts = (await runner.query('SELECT id, title FROM posts ORDER BY created_at, id')) as {
    id: string;
    title: string;
  }[];
  const taken = new Set<string>();
  const slugs = posts.map(({ title }) => {
    const wanted = slugOf(title);
    let slug = wanted;
    for (let number = 2; taken.has(slug); number += 1) slug = `${wanted}-${number}`;
    taken.add(slug);
    return slug;
  });
  const ids = posts.map(({ id }) => id);
  await runner.query(
    `UPDATE posts SET slug = named.slug FROM unnest($1::uuid[], $2::text[]) AS named (id, slug)
     WHERE posts.id = named.id`,
    [ids, slugs],
  );
  await runner.query(
    'INSERT INTO post_slugs (slug, post_id) SELECT slug, id FROM unnest($1::uuid[], $2::text[]) AS named (id, slug)',
    [ids, slugs],
  );
}
