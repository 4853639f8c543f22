import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Addresses and keys are sealed: a copy of these tables reaches no one. */
export class CreateSubscriptions1795824000000 implements ForwardMigration {
  name = 'CreateSubscriptions1795824000000';

  async up(runner: QueryRunner): Promise<void> {
    await createChannels(runner);
    await createWishes(runner);
    await createTokens(runner);
    await createWebhooks(runner);
  }
}

async function createChannels(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE subscribers (
      id uuid PRIMARY KEY,
      state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'confirmed', 'ended')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      confirmed_at timestamptz(3),
      ended_at timestamptz(3),
      last_seen_at timestamptz(3)
    )`);
  await runner.query(`
    CREATE TABLE channels (
      id uuid PRIMARY KEY,
      subscriber_id uuid NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
      shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 15),
      kind text NOT NULL CHECK (kind IN ('push', 'mail', 'sms', 'webhook')),
      address_sealed bytea NOT NULL,
      address_hash bytea NOT NULL UNIQUE CHECK (length(address_hash) = 32),
      push_origin text CHECK ((kind = 'push') = (push_origin IS NOT NULL)),
      keys_sealed bytea,
      state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'confirmed', 'ended', 'bounced')),
      consent_at timestamptz(3),
      consent_version text CHECK (char_length(consent_version) BETWEEN 1 AND 40),
      consent_network text CHECK (char_length(consent_network) BETWEEN 1 AND 64),
      confirmed_at timestamptz(3),
      last_ok_at timestamptz(3),
      moved_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  await runner.query('CREATE INDEX channels_of_subscriber ON channels (subscriber_id)');
  await runner.query(`CREATE INDEX channels_not_in_use ON channels (state, id) WHERE state <> 'confirmed'`);
}

async function createWishes(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE follows (
      county char(5) NOT NULL CHECK (county ~ '^[0-9]{5}$'),
      subscriber_id uuid NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
      PRIMARY KEY (county, subscriber_id)
    )`);
  await runner.query('CREATE INDEX follows_of_subscriber ON follows (subscriber_id)');
  await runner.query(`
    CREATE TABLE wishes (
      subscriber_id uuid PRIMARY KEY REFERENCES subscribers (id) ON DELETE CASCADE,
      kinds text[] NOT NULL CHECK (cardinality(kinds) > 0),
      least_level smallint NOT NULL CHECK (least_level BETWEEN 1 AND 4),
      quiet_from time,
      quiet_until time,
      loud_when_dangerous boolean NOT NULL,
      CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
    )`);
}

async function createTokens(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE tokens (
      hash bytea PRIMARY KEY CHECK (length(hash) = 32),
      channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('confirm', 'manage')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3),
      used_at timestamptz(3)
    )`);
  await runner.query('CREATE INDEX tokens_of_channel ON tokens (channel_id)');
  await runner.query(`CREATE INDEX tokens_to_confirm ON tokens (created_at) WHERE purpose = 'confirm'`);
  // With the preferences of its sign-up, which take effect on confirmation.
  await runner.query(`
    CREATE TABLE confirmations (
      channel_id uuid PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('confirm', 'still-there')),
      wishes jsonb CHECK ((purpose = 'confirm') = (wishes IS NOT NULL)),
      keys_sealed bytea,
      consent_version text NOT NULL DEFAULT '' CHECK (char_length(consent_version) <= 40),
      network text NOT NULL DEFAULT '' CHECK (char_length(network) <= 64),
      asked_at timestamptz(3) NOT NULL DEFAULT now(),
      due_at timestamptz(3),
      tries smallint NOT NULL DEFAULT 0,
      last_sent_at timestamptz(3)
    )`);
  await runner.query('CREATE INDEX confirmations_due ON confirmations (due_at) WHERE due_at IS NOT NULL');
  await runner.query('CREATE INDEX confirmations_of_network ON confirmations (network, asked_at)');
}

/** Names of webhooks; the rest is in their channels. */
async function createWebhooks(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE webhooks (
      channel_id uuid PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80)
    )`);
}
