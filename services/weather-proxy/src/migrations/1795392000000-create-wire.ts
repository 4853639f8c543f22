import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** NWWS-OI messages until the list confirms them, and the lease on the connection. */
export class CreateWire1795392000000 implements ForwardMigration {
  name = 'CreateWire1795392000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE wire_alerts (
        alert_id text PRIMARY KEY,
        name text NOT NULL,
        state text NOT NULL CHECK (state IN ('standing', 'confirmed', 'over')),
        feature jsonb NOT NULL,
        sent timestamptz NOT NULL,
        ends timestamptz,
        heard_at timestamptz NOT NULL,
        last_heard_at timestamptz NOT NULL,
        settled_at timestamptz,
        rung_at timestamptz
      )`);
    await runner.query(`CREATE INDEX wire_alerts_standing ON wire_alerts (name) WHERE state = 'standing'`);
    await runner.query(`
      CREATE TABLE wire_endings (
        name text PRIMARY KEY,
        sent timestamptz NOT NULL,
        over_at timestamptz NOT NULL,
        rung_at timestamptz
      )`);
    await runner.query(`
      CREATE TABLE wire_line (
        id smallint PRIMARY KEY CHECK (id = 1),
        holder text NOT NULL,
        held_until timestamptz NOT NULL
      )`);
  }
}
