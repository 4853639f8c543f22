import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Alert events with their history, and the one list that all replicas serve. */
export class CreateAlertEvents1795305600000 implements ForwardMigration {
  name = 'CreateAlertEvents1795305600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alert_events (
        sequence integer PRIMARY KEY,
        event_key text NOT NULL,
        revision integer NOT NULL,
        action text NOT NULL,
        event text NOT NULL,
        severity text NOT NULL,
        counties text[] NOT NULL,
        new_counties text[] NOT NULL,
        alert_id text NOT NULL,
        danger integer NOT NULL,
        threat_step integer NOT NULL,
        sent timestamptz NOT NULL,
        first_seen_at timestamptz NOT NULL,
        onset timestamptz,
        ends timestamptz,
        changes text[] NOT NULL,
        alerts jsonb NOT NULL,
        UNIQUE (event_key, revision)
      )`);
    await runner.query('CREATE INDEX alert_events_first_seen_at ON alert_events (first_seen_at)');
    await runner.query(`
      CREATE TABLE alert_event_heads (
        event_key text PRIMARY KEY,
        event text NOT NULL,
        revision integer NOT NULL,
        digest text NOT NULL,
        missed_looks integer NOT NULL,
        began_at timestamptz NOT NULL,
        last_seen_at timestamptz NOT NULL,
        ends timestamptz,
        ended_at timestamptz,
        ended_by text NOT NULL CHECK (ended_by IN ('', 'cancelled', 'expired', 'upgraded', 'ended')),
        successor_key text
      )`);
    await runner.query('CREATE INDEX alert_event_heads_open ON alert_event_heads (event_key) WHERE ended_at IS NULL');
    await runner.query('CREATE INDEX alert_event_heads_span ON alert_event_heads (began_at, ended_at)');
    await runner.query(`
      CREATE TABLE alert_messages (
        alert_id text PRIMARY KEY,
        event_key text NOT NULL,
        first_seen_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX alert_messages_first_seen_at ON alert_messages (first_seen_at)');
    await runner.query(`
      CREATE TABLE alert_list (
        id smallint PRIMARY KEY CHECK (id = 1),
        version integer NOT NULL,
        list_version integer NOT NULL,
        source text NOT NULL,
        alerts jsonb NOT NULL,
        validators jsonb NOT NULL,
        updated_at timestamptz,
        heard_source_at timestamptz,
        heard_at timestamptz,
        failures integer NOT NULL,
        next_look_at timestamptz NOT NULL,
        watcher text,
        leased_until timestamptz,
        passed_until timestamptz
      )`);
  }
}
