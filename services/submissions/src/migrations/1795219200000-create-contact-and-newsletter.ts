import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Messages from the contact form, and newsletter subscribers. */
export class CreateContactAndNewsletter1795219200000 implements ForwardMigration {
  name = 'CreateContactAndNewsletter1795219200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE contact_messages (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        phone text NOT NULL,
        email text NOT NULL,
        feedback text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted_at timestamptz(3),
        CONSTRAINT contact_messages_lengths CHECK (
          char_length(name) BETWEEN 1 AND 100 AND char_length(phone) BETWEEN 1 AND 32
          AND char_length(email) BETWEEN 1 AND 254 AND char_length(feedback) BETWEEN 1 AND 5000)
      )`);
    await runner.query(`
      CREATE INDEX contact_messages_newest ON contact_messages (created_at DESC, id DESC) WHERE deleted_at IS NULL`);
    await runner.query(`
      CREATE INDEX contact_messages_deleted ON contact_messages (deleted_at, id) WHERE deleted_at IS NOT NULL`);
    await runner.query(`
      CREATE TABLE newsletter_subscribers (
        id uuid PRIMARY KEY,
        email text NOT NULL,
        state text NOT NULL DEFAULT 'pending',
        frequency text NOT NULL DEFAULT 'all',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        signed_up_at timestamptz(3) NOT NULL DEFAULT now(),
        confirmed_at timestamptz(3),
        unsubscribed_at timestamptz(3),
        last_confirmation_at timestamptz(3),
        last_confirmation_job uuid,
        CONSTRAINT newsletter_subscribers_state
          CHECK (state IN ('pending', 'confirmed', 'unsubscribed', 'bounced', 'complained')),
        CONSTRAINT newsletter_subscribers_frequency CHECK (frequency IN ('all', 'weekly')),
        CONSTRAINT newsletter_subscribers_lengths CHECK (char_length(email) BETWEEN 1 AND 254)
      )`);
    await runner.query('CREATE UNIQUE INDEX newsletter_subscribers_email ON newsletter_subscribers (lower(email))');
    // For a campaign's recipients and the counts per state.
    await runner.query('CREATE INDEX newsletter_subscribers_by_state ON newsletter_subscribers (state, id)');
    await runner.query(`
      CREATE TABLE newsletter_tokens (
        hash text PRIMARY KEY,
        subscriber_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        confirms_until timestamptz(3),
        confirmed_at timestamptz(3),
        CONSTRAINT newsletter_tokens_subscriber FOREIGN KEY (subscriber_id)
          REFERENCES newsletter_subscribers (id) ON DELETE CASCADE
      )`);
    // For deleting subscribers and purging old tokens.
    await runner.query('CREATE INDEX newsletter_tokens_of_subscriber ON newsletter_tokens (subscriber_id)');
    await runner.query('CREATE INDEX newsletter_tokens_oldest ON newsletter_tokens (created_at)');
  }
}
