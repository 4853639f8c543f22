import type { ForwardMigration } from '@site/platform/data/forward-migration';
import { state } from '@site/regions/state';
import type { QueryRunner } from 'typeorm';

/** Alerts with their history, the one list that all replicas serve, and what replicas share about upstream APIs. */
export class Baseline1800000000000 implements ForwardMigration {
  name = 'Baseline1800000000000';

  async up(runner: QueryRunner): Promise<void> {
    await createAlertEvents(runner);
    await createAlertList(runner);
    await createProviders(runner);
  }
}

async function createAlertEvents(runner: QueryRunner): Promise<void> {
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
      already_active boolean NOT NULL DEFAULT false,
      -- Counties that the revision leaves to another event.
      replaced_counties text[] NOT NULL DEFAULT '{}',
      UNIQUE (event_key, revision)
    );
    CREATE INDEX alert_events_first_seen_at ON alert_events (first_seen_at);
    CREATE TABLE alert_event_heads (
      event_key text PRIMARY KEY,
      event text NOT NULL,
      revision integer NOT NULL,
      digest text NOT NULL,
      missed_polls integer NOT NULL,
      began_at timestamptz NOT NULL,
      last_seen_at timestamptz NOT NULL,
      ends timestamptz,
      ended_at timestamptz,
      ended_by text NOT NULL CHECK (ended_by IN ('', 'cancelled', 'expired', 'upgraded', 'ended')),
      successor_key text,
      unlisted_at timestamptz
    );
    CREATE INDEX alert_event_heads_open ON alert_event_heads (event_key) WHERE ended_at IS NULL;
    CREATE INDEX alert_event_heads_span ON alert_event_heads (began_at, ended_at);
    CREATE INDEX alert_event_heads_unlisted ON alert_event_heads (unlisted_at)
      WHERE unlisted_at IS NOT NULL AND ended_at IS NULL;
    CREATE TABLE alert_messages (
      alert_id text PRIMARY KEY,
      event_key text NOT NULL,
      first_seen_at timestamptz NOT NULL
    );
    CREATE INDEX alert_messages_first_seen_at ON alert_messages (first_seen_at);
    -- The weather service's own Spanish texts, or why an alert has none.
    CREATE TABLE alert_spanish_texts (
      alert_id text PRIMARY KEY,
      outcome text NOT NULL,
      text text,
      attempts integer NOT NULL,
      attempted_at timestamptz NOT NULL
    );
    CREATE INDEX alert_spanish_texts_attempted_at ON alert_spanish_texts (attempted_at);
  `);
}

/** The list that all replicas serve, and the faster feed beside it. */
async function createAlertList(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE alert_list (
      id smallint PRIMARY KEY CHECK (id = 1),
      version integer NOT NULL,
      list_version integer NOT NULL,
      source text NOT NULL,
      alerts jsonb NOT NULL,
      validators jsonb NOT NULL,
      updated_at timestamptz,
      -- The weather service's clock, and when it was read by ours.
      upstream_time timestamptz,
      upstream_time_read_at timestamptz,
      failures integer NOT NULL,
      passed_until timestamptz,
      -- Alerts that couldn't be read or stored.
      set_aside jsonb NOT NULL DEFAULT '[]',
      events_stuck_since timestamptz
    );
    -- NWWS-OI messages until the list confirms them.
    CREATE TABLE nwws_alerts (
      alert_id text PRIMARY KEY,
      name text NOT NULL,
      state text NOT NULL CHECK (state IN ('standing', 'confirmed', 'over')),
      feature jsonb NOT NULL,
      sent timestamptz NOT NULL,
      ends timestamptz,
      received_at timestamptz NOT NULL,
      last_received_at timestamptz NOT NULL,
      resolved_at timestamptz,
      alarmed_at timestamptz
    );
    CREATE INDEX nwws_alerts_standing ON nwws_alerts (name) WHERE state = 'standing';
    CREATE TABLE nwws_endings (
      name text PRIMARY KEY,
      sent timestamptz NOT NULL,
      over_at timestamptz NOT NULL,
      alarmed_at timestamptz
    );
    -- The one replica that polls.
    CREATE TABLE weather_leader (
      id smallint PRIMARY KEY CHECK (id = 1),
      holder text NOT NULL,
      held_until timestamptz NOT NULL
    );
  `);
}

async function createProviders(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE last_good (
      key text PRIMARY KEY,
      body jsonb NOT NULL,
      fetched_at timestamptz NOT NULL
    );
    CREATE INDEX last_good_fetched_at ON last_good (fetched_at);
    -- Calls per day, counted by all replicas together.
    CREATE TABLE provider_calls (
      provider text NOT NULL,
      day date NOT NULL,
      calls integer NOT NULL,
      PRIMARY KEY (provider, day)
    );
    -- The US state of the data; one row.
    CREATE TABLE state_of_data (
      id integer DEFAULT 1 PRIMARY KEY CHECK (id = 1),
      postal_code text NOT NULL
    );
  `);
  await runner.query('INSERT INTO state_of_data (postal_code) VALUES ($1)', [state.postalCode]);
}
