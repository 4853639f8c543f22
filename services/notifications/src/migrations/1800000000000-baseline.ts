import type { ForwardMigration } from '@site/platform/data/forward-migration';
import { createSharedTables } from '@site/platform/data/shared-tables';
import { createMailTables } from '@site/platform/mail/mail-tables';
import type { QueryRunner } from 'typeorm';

/**
 * Subscriptions, events, dispatches and their deliveries. Addresses and keys are sealed: a copy of these tables reaches
 * no one.
 */
export class Baseline1800000000000 implements ForwardMigration {
  name = 'Baseline1800000000000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables(runner);
    await createMailTables(runner);
    await createSubscriptions(runner);
    await createConfirmations(runner);
    await createEvents(runner);
    await createDispatches(runner);
    await createDeliveries(runner);
    await createStatistics(runner);
  }
}

async function createSubscriptions(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE subscribers (
      id uuid PRIMARY KEY,
      state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'confirmed', 'ended')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      confirmed_at timestamptz(3),
      ended_at timestamptz(3),
      last_seen_at timestamptz(3)
    );
    CREATE TABLE channels (
      id uuid PRIMARY KEY,
      subscriber_id uuid NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
      shard smallint NOT NULL CHECK (shard BETWEEN 0 AND 15),
      kind text NOT NULL CHECK (kind IN ('push', 'mail', 'sms', 'webhook')),
      address_sealed bytea NOT NULL,
      address_hash bytea NOT NULL CHECK (length(address_hash) = 32) UNIQUE,
      push_origin text,
      keys_sealed bytea,
      state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'confirmed', 'ended', 'bounced')),
      consent_at timestamptz(3),
      consent_version text CHECK (char_length(consent_version) BETWEEN 1 AND 40),
      consent_network text CHECK (char_length(consent_network) BETWEEN 1 AND 64),
      confirmed_at timestamptz(3),
      last_ok_at timestamptz(3),
      moved_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK ((kind = 'push') = (push_origin IS NOT NULL))
    );
    CREATE INDEX channels_of_subscriber ON channels (subscriber_id);
    CREATE INDEX channels_not_in_use ON channels (state, id) WHERE state <> 'confirmed';
    -- For each batch: a county's subscribers in id order.
    CREATE INDEX channels_to_send ON channels (shard, id) WHERE state = 'confirmed';
    CREATE TABLE follows (
      county char(5) NOT NULL CHECK (county ~ '^[0-9]{5}$'),
      subscriber_id uuid NOT NULL REFERENCES subscribers (id) ON DELETE CASCADE,
      PRIMARY KEY (county, subscriber_id)
    );
    CREATE INDEX follows_of_subscriber ON follows (subscriber_id);
    CREATE TABLE preferences (
      subscriber_id uuid PRIMARY KEY REFERENCES subscribers (id) ON DELETE CASCADE,
      kinds text[] NOT NULL CHECK (cardinality(kinds) > 0),
      min_level smallint NOT NULL CHECK (min_level BETWEEN 1 AND 4),
      quiet_from time,
      quiet_until time,
      override_quiet_hours boolean NOT NULL,
      language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'es')),
      CHECK ((quiet_from IS NULL) = (quiet_until IS NULL))
    );
    -- Names of webhooks; the rest is in their channels.
    CREATE TABLE webhooks (
      channel_id uuid PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 80)
    );
  `);
}

async function createConfirmations(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE tokens (
      hash bytea PRIMARY KEY CHECK (length(hash) = 32),
      channel_id uuid NOT NULL REFERENCES channels (id) ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('confirm', 'manage')),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3),
      used_at timestamptz(3)
    );
    CREATE INDEX tokens_of_channel ON tokens (channel_id);
    CREATE INDEX tokens_to_confirm ON tokens (created_at) WHERE purpose = 'confirm';
    -- With the preferences of its sign-up, which take effect on confirmation.
    CREATE TABLE confirmations (
      channel_id uuid PRIMARY KEY REFERENCES channels (id) ON DELETE CASCADE,
      purpose text NOT NULL CHECK (purpose IN ('confirm', 'manage', 'still-there')),
      preferences jsonb,
      keys_sealed bytea,
      consent_version text NOT NULL DEFAULT '' CHECK (char_length(consent_version) <= 40),
      network text NOT NULL DEFAULT '' CHECK (char_length(network) <= 64),
      requested_at timestamptz(3) NOT NULL DEFAULT now(),
      due_at timestamptz(3),
      tries smallint NOT NULL DEFAULT 0,
      last_sent_at timestamptz(3),
      client text NOT NULL DEFAULT '',
      CHECK ((purpose = 'confirm') = (preferences IS NOT NULL))
    );
    CREATE INDEX confirmations_due ON confirmations (due_at) WHERE due_at IS NOT NULL;
    -- Rate limits of sign-up messages, which confirming and ending don't delete: when an address last got one, whether a
    -- phone has sent STOP, and how many a client, a network and the site caused on a day.
    CREATE TABLE requested_addresses (
      address_hash bytea PRIMARY KEY CHECK (length(address_hash) = 32),
      requests smallint NOT NULL DEFAULT 0,
      last_requested_at timestamptz(3),
      stopped_at timestamptz(3)
    );
    CREATE TABLE confirmation_counts (
      day date NOT NULL,
      kind text NOT NULL CHECK (kind IN ('mail', 'sms')),
      scope text NOT NULL CHECK (char_length(scope) BETWEEN 1 AND 80),
      sent integer NOT NULL DEFAULT 0,
      confirmed integer NOT NULL DEFAULT 0,
      last_sent_at timestamptz(3),
      PRIMARY KEY (day, kind, scope)
    );
  `);
}

async function createEvents(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- The event reveals that the log was replaced.
    CREATE TABLE event_cursor (
      id smallint PRIMARY KEY CHECK (id = 1),
      after integer NOT NULL,
      event_key text NOT NULL,
      revision integer NOT NULL
    );
    INSERT INTO event_cursor (id, after, event_key, revision) VALUES (1, 0, '', 0);
    CREATE TABLE watched_events (
      event_key text PRIMARY KEY,
      revision integer NOT NULL,
      threat_step smallint NOT NULL,
      stated_ends timestamptz,
      counties text[] NOT NULL,
      announced boolean NOT NULL,
      over boolean NOT NULL,
      alert jsonb NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now(),
      -- Counties for which the event ended while it went on for others.
      released text[] NOT NULL DEFAULT '{}'
    );
    -- Events that couldn't be recorded, for later attempts. They are read again from the log.
    CREATE TABLE parked_events (
      sequence integer PRIMARY KEY,
      event_key text NOT NULL,
      revision integer NOT NULL,
      reason text NOT NULL,
      attempts integer NOT NULL DEFAULT 1,
      parked_at timestamptz NOT NULL DEFAULT now(),
      retry_at timestamptz NOT NULL DEFAULT now() + interval '1 second'
    );
  `);
}

async function createDispatches(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE dispatches (
      id uuid PRIMARY KEY,
      event_key text NOT NULL,
      revision integer NOT NULL,
      kind text NOT NULL CHECK (kind IN ('new', 'grown', 'raised', 'quiet', 'ended')),
      audience text NOT NULL CHECK (audience IN ('all', 'not_notified', 'notified')),
      alert_kind text NOT NULL,
      level smallint NOT NULL CHECK (level BETWEEN 1 AND 4),
      priority smallint NOT NULL,
      counties text[] NOT NULL,
      alert jsonb NOT NULL,
      sent_at timestamptz NOT NULL,
      first_seen_at timestamptz NOT NULL,
      -- sent_at and first_seen_at are by the weather service's clock, all else by ours; this is how far ours was ahead.
      clock_ahead_ms bigint NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      send_until timestamptz NOT NULL,
      superseded boolean NOT NULL DEFAULT false,
      finished_at timestamptz,
      counted boolean NOT NULL DEFAULT false,
      reserved integer NOT NULL DEFAULT 0,
      accepted integer NOT NULL DEFAULT 0,
      late integer NOT NULL DEFAULT 0,
      gone integer NOT NULL DEFAULT 0,
      failed integer NOT NULL DEFAULT 0,
      maybe_repeated integer NOT NULL DEFAULT 0,
      own_lag bigint[] NOT NULL DEFAULT '{}',
      UNIQUE (event_key, revision)
    );
    CREATE INDEX dispatches_open ON dispatches (priority, created_at) WHERE finished_at IS NULL;
    CREATE INDEX dispatches_by_time ON dispatches (created_at, id);
    CREATE INDEX dispatches_tornadoes ON dispatches (created_at) WHERE (alert ->> 'event') = 'Tornado Warning';
    CREATE TABLE dispatch_shards (
      dispatch_id uuid NOT NULL REFERENCES dispatches (id) ON DELETE CASCADE,
      shard smallint NOT NULL,
      leased_by uuid,
      leased_until timestamptz,
      after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
      listed boolean NOT NULL DEFAULT false,
      due_at timestamptz,
      done boolean NOT NULL DEFAULT false,
      reserved integer NOT NULL DEFAULT 0,
      accepted integer NOT NULL DEFAULT 0,
      late integer NOT NULL DEFAULT 0,
      gone integer NOT NULL DEFAULT 0,
      failed integer NOT NULL DEFAULT 0,
      maybe_repeated integer NOT NULL DEFAULT 0,
      own_lag bigint[] NOT NULL DEFAULT '{}',
      PRIMARY KEY (dispatch_id, shard)
    );
  `);
}

async function createDeliveries(runner: QueryRunner): Promise<void> {
  await runner.query(`
    -- The dispatch's day, not the reservation's: a dispatch's rows are in one partition, so its key is unique.
    CREATE TABLE deliveries (
      day date NOT NULL,
      dispatch_id uuid NOT NULL,
      channel_id uuid NOT NULL,
      shard smallint NOT NULL,
      state text NOT NULL
        CHECK (state IN ('reserved', 'waiting', 'held', 'accepted', 'gone', 'failed', 'late', 'skipped')),
      tries smallint NOT NULL DEFAULT 0,
      maybe_repeated smallint NOT NULL DEFAULT 0,
      was_held boolean NOT NULL DEFAULT false,
      reserved_at timestamptz NOT NULL DEFAULT now(),
      due_at timestamptz,
      accepted_at timestamptz,
      reason text NOT NULL DEFAULT '',
      PRIMARY KEY (day, dispatch_id, channel_id)
    ) PARTITION BY RANGE (day);
    CREATE INDEX deliveries_open ON deliveries (dispatch_id, shard) WHERE state IN ('reserved', 'waiting', 'held');
    CREATE INDEX deliveries_held ON deliveries (due_at) WHERE state = 'held';
    -- In case a partition wasn't created in time.
    CREATE TABLE deliveries_rest PARTITION OF deliveries DEFAULT;
    -- No foreign key: deleting a channel while a batch is written must not fail the others.
    CREATE TABLE notified (
      event_key text NOT NULL,
      channel_id uuid NOT NULL,
      revision integer NOT NULL,
      notified_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (event_key, channel_id)
    );
    -- The text carrier's delivery reports; without a dispatch for sign-up messages.
    CREATE TABLE text_reports (
      message_id text PRIMARY KEY,
      channel_id uuid,
      day date,
      dispatch_id uuid,
      state text NOT NULL CHECK (state IN ('delivered', 'undelivered')),
      code integer NOT NULL DEFAULT 0,
      is_applied boolean NOT NULL,
      received_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX text_reports_open ON text_reports (received_at) WHERE NOT is_applied;
    CREATE INDEX text_reports_by_time ON text_reports (received_at);
  `);
  await createPartitions(runner);
}

/** The service's role owns no tables. The fixed retention period keeps it from making the ledger forget earlier. */
async function createPartitions(runner: QueryRunner): Promise<void> {
  const [{ schema }] = (await runner.query('SELECT quote_ident(current_schema()) AS schema')) as [{ schema: string }];
  await runner.query(`
    CREATE FUNCTION keep_delivery_days() RETURNS integer LANGUAGE plpgsql
    SECURITY DEFINER SET search_path = ${schema}, pg_temp SET lock_timeout = '1s'
    AS $$
    DECLARE
      today date := (now() AT TIME ZONE 'UTC')::date;
      wanted date;
      part text;
      dropped integer := 0;
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended('notifications.delivery_days', 0));
      FOR wanted IN SELECT generate_series(today, today + 2, '1 day')::date LOOP
        part := 'deliveries_' || to_char(wanted, 'YYYYMMDD');
        IF to_regclass(part) IS NULL AND NOT EXISTS (SELECT FROM deliveries_rest WHERE day = wanted) THEN
          EXECUTE format('CREATE TABLE %I PARTITION OF deliveries FOR VALUES FROM (%L) TO (%L)', part, wanted, wanted + 1);
        END IF;
      END LOOP;
      FOR part IN
        SELECT relname FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = 'deliveries'::regclass AND relname ~ '^deliveries_[0-9]{8}$'
          AND to_date(right(relname, 8), 'YYYYMMDD') < today - 30
      LOOP
        EXECUTE format('DROP TABLE %I', part);
        dropped := dropped + 1;
      END LOOP;
      DELETE FROM deliveries_rest WHERE day < today - 30;
      RETURN dropped;
    END
    $$`);
  await runner.query('SELECT keep_delivery_days()');
}

/** Histograms are arrays of counts; missing trailing ones are zero. */
async function createStatistics(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION add_counts(a bigint[], b bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE
    AS $$
      SELECT coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) ORDER BY place), '{}')
      FROM unnest(a, b) WITH ORDINALITY AS counts (x, y, place)
    $$;
    CREATE AGGREGATE sum_counts(bigint[]) (SFUNC = add_counts, STYPE = bigint[], INITCOND = '{}');
    CREATE TABLE delivery_statistics (
      day date PRIMARY KEY,
      dispatches integer NOT NULL DEFAULT 0,
      accepted bigint NOT NULL DEFAULT 0,
      late bigint NOT NULL DEFAULT 0,
      gone bigint NOT NULL DEFAULT 0,
      failed bigint NOT NULL DEFAULT 0,
      source_lag bigint[] NOT NULL DEFAULT '{}',
      own_lag bigint[] NOT NULL DEFAULT '{}',
      shown bigint[] NOT NULL DEFAULT '{}',
      already_active integer NOT NULL DEFAULT 0
    );
    CREATE TABLE kill_switch (
      id smallint PRIMARY KEY CHECK (id = 1),
      scope text NOT NULL CHECK (scope IN ('nothing', 'less_urgent', 'all')),
      reason text NOT NULL DEFAULT '',
      by_name text NOT NULL DEFAULT '',
      set_at timestamptz
    );
    INSERT INTO kill_switch (id, scope) VALUES (1, 'nothing');
  `);
}
