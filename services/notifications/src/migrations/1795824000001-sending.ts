import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

export class CreateSending1795824000001 implements ForwardMigration {
  name = 'CreateSending1795824000001';

  async up(runner: QueryRunner): Promise<void> {
    await createEvents(runner);
    await createSums(runner);
    await createRuns(runner);
    await createDeliveries(runner);
    await createFigures(runner);
  }
}

async function createEvents(runner: QueryRunner): Promise<void> {
  // The event reveals that the log was replaced.
  await runner.query(`
    CREATE TABLE event_cursor (
      id smallint PRIMARY KEY CHECK (id = 1),
      after integer NOT NULL,
      event_key text NOT NULL,
      revision integer NOT NULL
    )`);
  await runner.query(`INSERT INTO event_cursor (id, after, event_key, revision) VALUES (1, 0, '', 0)`);
  await runner.query(`
    CREATE TABLE watched_events (
      event_key text PRIMARY KEY,
      revision integer NOT NULL,
      threat_step smallint NOT NULL,
      said_ends timestamptz,
      counties text[] NOT NULL,
      announced boolean NOT NULL,
      over boolean NOT NULL,
      alert jsonb NOT NULL,
      updated_at timestamptz NOT NULL DEFAULT now()
    )`);
}

async function createRuns(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE alert_runs (
      id uuid PRIMARY KEY,
      event_key text NOT NULL,
      revision integer NOT NULL,
      kind text NOT NULL CHECK (kind IN ('new', 'grown', 'raised', 'quiet', 'ended')),
      audience text NOT NULL CHECK (audience IN ('all', 'untold', 'told')),
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
    )`);
  await runner.query('CREATE INDEX alert_runs_open ON alert_runs (priority, created_at) WHERE finished_at IS NULL');
  await runner.query('CREATE INDEX alert_runs_by_time ON alert_runs (created_at, id)');
  await runner.query(
    `CREATE INDEX alert_runs_tornadoes ON alert_runs (created_at) WHERE alert->>'event' = 'Tornado Warning'`,
  );
  await runner.query(`
    CREATE TABLE run_shards (
      run_id uuid NOT NULL REFERENCES alert_runs (id) ON DELETE CASCADE,
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
      PRIMARY KEY (run_id, shard)
    )`);
  // For each batch: a county's subscribers in id order.
  await runner.query(`CREATE INDEX channels_to_send ON channels (shard, id) WHERE state = 'confirmed'`);
}

async function createDeliveries(runner: QueryRunner): Promise<void> {
  // The dispatch's day, not the reservation's: a dispatch's rows are in one partition, so its key is unique.
  await runner.query(`
    CREATE TABLE deliveries (
      day date NOT NULL,
      run_id uuid NOT NULL,
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
      PRIMARY KEY (day, run_id, channel_id)
    ) PARTITION BY RANGE (day)`);
  await runner.query(`
    CREATE INDEX deliveries_open ON deliveries (run_id, shard) WHERE state IN ('reserved', 'waiting', 'held')`);
  await runner.query(`CREATE INDEX deliveries_held ON deliveries (due_at) WHERE state = 'held'`);
  // In case a partition wasn't created in time.
  await runner.query('CREATE TABLE deliveries_rest PARTITION OF deliveries DEFAULT');
  const [{ schema }] = (await runner.query('SELECT quote_ident(current_schema()) AS schema')) as [{ schema: string }];
  // The service's role owns no tables. The fixed retention period keeps it from making the ledger forget earlier.
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
  // No foreign key: deleting a channel while a batch is written must not fail the others.
  await runner.query(`
    CREATE TABLE told (
      event_key text NOT NULL,
      channel_id uuid NOT NULL,
      revision integer NOT NULL,
      told_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (event_key, channel_id)
    )`);
  await runner.query('CREATE INDEX told_by_time ON told (told_at)');
}

/** Histograms are arrays of counts; missing trailing ones are zero. */
async function createSums(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE FUNCTION add_counts(a bigint[], b bigint[]) RETURNS bigint[] LANGUAGE sql IMMUTABLE
    AS $$
      SELECT coalesce(array_agg(coalesce(x, 0) + coalesce(y, 0) ORDER BY place), '{}')
      FROM unnest(a, b) WITH ORDINALITY AS counts (x, y, place)
    $$`);
  await runner.query(`
    CREATE AGGREGATE sum_counts(bigint[]) (SFUNC = add_counts, STYPE = bigint[], INITCOND = '{}')`);
}

async function createFigures(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE delivery_sums (
      day date PRIMARY KEY,
      runs integer NOT NULL DEFAULT 0,
      accepted bigint NOT NULL DEFAULT 0,
      late bigint NOT NULL DEFAULT 0,
      gone bigint NOT NULL DEFAULT 0,
      failed bigint NOT NULL DEFAULT 0,
      source_lag bigint[] NOT NULL DEFAULT '{}',
      own_lag bigint[] NOT NULL DEFAULT '{}',
      shown bigint[] NOT NULL DEFAULT '{}'
    )`);
  await runner.query(`
    CREATE TABLE brake (
      id smallint PRIMARY KEY CHECK (id = 1),
      scope text NOT NULL CHECK (scope IN ('nothing', 'less_urgent', 'all')),
      reason text NOT NULL DEFAULT '',
      by_name text NOT NULL DEFAULT '',
      set_at timestamptz
    )`);
  await runner.query(`INSERT INTO brake (id, scope) VALUES (1, 'nothing')`);
}
