import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Binds the decision to email a post to one revision. The defaults keep the previous release's rows valid. */
export class BindNewsletters1797200000000 implements ForwardMigration {
  name = 'BindNewsletters1797200000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE posts
        ADD COLUMN newsletter_revision integer CHECK (newsletter_revision > 0),
        ADD COLUMN newsletter_cleared_at timestamptz(3),
        ADD COLUMN newsletter_cleared_by text NOT NULL DEFAULT ''`);
    await runner.query('ALTER TABLE post_revisions ADD COLUMN newsletter_media jsonb');
    // A form may have changed the text since, so an admin has to decide again.
    await runner.query(`
      UPDATE posts SET send_newsletter = false, newsletter_cleared_at = now()
      WHERE status = 'scheduled' AND send_newsletter AND (shown_revision = 0 OR EXISTS (
        SELECT FROM audit edited WHERE edited.subject_id = posts.id::text AND edited.action = 'post.edit'
          AND edited.at > (SELECT max(decided.at) FROM audit decided
            WHERE decided.subject_id = posts.id::text AND decided.action = 'post.schedule')))`);
    await runner.query(`
      UPDATE posts SET newsletter_revision = shown_revision WHERE status = 'scheduled' AND send_newsletter`);
  }
}
