import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Ledgers of sent mails, against duplicates after crashes and retries. */
export class CreateMail1795395600000 implements ForwardMigration {
  name = 'CreateMail1795395600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mail_sends (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        state text NOT NULL,
        leased_until timestamptz(3) NOT NULL,
        tries integer NOT NULL DEFAULT 1,
        maybe_repeated integer NOT NULL DEFAULT 0,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT mail_sends_state CHECK (state IN ('sending', 'waiting', 'sent', 'dropped'))
      )`);
    await runner.query('CREATE INDEX mail_sends_oldest ON mail_sends (created_at)');
    await runner.query(`
      CREATE TABLE campaigns (
        id uuid PRIMARY KEY,
        frequency text NOT NULL,
        post_id uuid,
        week date,
        title text NOT NULL,
        stories jsonb NOT NULL,
        state text NOT NULL DEFAULT 'queued',
        listed_until uuid,
        listed boolean NOT NULL DEFAULT false,
        recipients integer NOT NULL DEFAULT 0,
        sent integer NOT NULL DEFAULT 0,
        failed integer NOT NULL DEFAULT 0,
        skipped integer NOT NULL DEFAULT 0,
        maybe_repeated integer NOT NULL DEFAULT 0,
        leased_by uuid,
        leased_until timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        started_at timestamptz(3),
        finished_at timestamptz(3),
        CONSTRAINT campaigns_frequency CHECK (frequency IN ('all', 'weekly')),
        CONSTRAINT campaigns_state CHECK (state IN ('queued', 'sending', 'sent')),
        CONSTRAINT campaigns_subject CHECK ((frequency = 'all') = (post_id IS NOT NULL) AND (frequency = 'weekly') = (week IS NOT NULL)),
        CONSTRAINT campaigns_finished CHECK ((state = 'sent') = (finished_at IS NOT NULL)),
        CONSTRAINT campaigns_lengths CHECK (char_length(title) BETWEEN 1 AND 300)
      )`);
    await runner.query('CREATE INDEX campaigns_newest ON campaigns (created_at DESC, id DESC)');
    await runner.query("CREATE UNIQUE INDEX campaigns_one_per_post ON campaigns (post_id) WHERE state <> 'sent'");
    await runner.query('CREATE UNIQUE INDEX campaigns_one_per_week ON campaigns (week)');
    // One row per campaign and subscriber. No foreign key to the subscriber, which may be deleted first.
    await runner.query(`
      CREATE TABLE campaign_deliveries (
        campaign_id uuid NOT NULL,
        subscriber_id uuid NOT NULL,
        state text NOT NULL DEFAULT 'queued',
        tries smallint NOT NULL DEFAULT 0,
        maybe_repeated smallint NOT NULL DEFAULT 0,
        due_at timestamptz(3) NOT NULL DEFAULT now(),
        reason text NOT NULL DEFAULT '',
        PRIMARY KEY (campaign_id, subscriber_id),
        CONSTRAINT campaign_deliveries_campaign FOREIGN KEY (campaign_id) REFERENCES campaigns (id) ON DELETE CASCADE,
        CONSTRAINT campaign_deliveries_state CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'skipped'))
      )`);
    await runner.query(`
      CREATE INDEX campaign_deliveries_open ON campaign_deliveries (campaign_id, due_at, subscriber_id)
      WHERE state IN ('queued', 'sending')`);
    await runner.query(`
      CREATE TABLE moderation_digests (
        reviewer_id uuid PRIMARY KEY,
        asked_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // For the dashboard's list, newest sign-up first.
    await runner.query(`
      CREATE INDEX newsletter_subscribers_newest ON newsletter_subscribers (signed_up_at DESC, id DESC)`);
    await runner.query(`
      CREATE INDEX newsletter_subscribers_newest_by_state
      ON newsletter_subscribers (state, signed_up_at DESC, id DESC)`);
  }
}
