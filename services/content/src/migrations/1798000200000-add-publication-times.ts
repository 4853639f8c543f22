import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Records when a revision was published: later than it was written. Unknown for earlier ones. */
export class AddPublicationTimes1798000200000 implements ForwardMigration {
  name = 'AddPublicationTimes1798000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE post_revisions ADD COLUMN published_at timestamptz(3)');
    // The publication of a post's first version is the only one that is known.
    await runner.query(`
      UPDATE post_revisions SET published_at = posts.published_at FROM posts
      WHERE posts.id = post_id AND post_revisions.kind = 'published' AND posts.shown_revision = number
        AND posts.published_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM post_revisions other
          WHERE other.post_id = posts.id AND other.kind = 'published' AND other.number <> posts.shown_revision)`);
  }
}
