import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Events that couldn't be recorded, for later attempts. They are read again from the log. */
export class ParkedEvents1796600000000 implements ForwardMigration {
  name = 'ParkedEvents1796600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE parked_events (
        sequence integer PRIMARY KEY,
        event_key text NOT NULL,
        revision integer NOT NULL,
        reason text NOT NULL,
        attempts integer NOT NULL DEFAULT 1,
        parked_at timestamptz NOT NULL DEFAULT now(),
        retry_at timestamptz NOT NULL DEFAULT now() + interval '1 second'
      )`);
  }
}
