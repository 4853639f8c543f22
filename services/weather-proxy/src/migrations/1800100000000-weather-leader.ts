import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * One lease for everything that polls. `poll_leases`, `nwws_lease` and the lease columns of `alert_list` are unused from
 * here on; they stay until no release uses them, for a rolling upgrade and its way back.
 */
export class WeatherLeader1800100000000 implements ForwardMigration {
  name = 'WeatherLeader1800100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE weather_leader (
        id smallint PRIMARY KEY CHECK (id = 1),
        holder text NOT NULL,
        held_until timestamptz NOT NULL
      );
      ALTER TABLE alert_list ALTER COLUMN next_poll_at SET DEFAULT now();
    `);
  }
}
