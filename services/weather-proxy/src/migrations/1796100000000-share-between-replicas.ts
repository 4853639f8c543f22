import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Counters that replicas share, and their polling leases. */
export class ShareBetweenReplicas1796100000000 implements ForwardMigration {
  name = 'ShareBetweenReplicas1796100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE provider_calls (
        provider text NOT NULL,
        day date NOT NULL,
        calls integer NOT NULL,
        PRIMARY KEY (provider, day)
      )`);
    await runner.query(`
      CREATE TABLE turns (
        key text PRIMARY KEY,
        holder text NOT NULL,
        held_until timestamptz NOT NULL,
        asked_at timestamptz
      )`);
  }
}
