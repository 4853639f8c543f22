import { createSharedTables, createSharedTables2, createSharedTables3 } from '@site/platform/data/shared-tables';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Password resets, moderators managed in the dashboard, and their outbox and audit log. */
export class AddResetsAndModerators1795305600000 implements ForwardMigration {
  name = 'AddResetsAndModerators1795305600000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables(runner);
    await createSharedTables2(runner);
    await createSharedTables3(runner);
    await runner.query('ALTER TABLE people ADD COLUMN version integer NOT NULL DEFAULT 1');
    // Users that can be moved to the trash.
    await runner.query(`
      CREATE VIEW moderators AS
        SELECT id, name, email, deleted_at FROM people WHERE role = 'moderator' WITH LOCAL CHECK OPTION`);
    // A requested code; without a person_id, the address has no account.
    await runner.query(`
      CREATE TABLE password_resets (
        id uuid PRIMARY KEY,
        account_hash text NOT NULL CHECK (account_hash ~ '^[0-9a-f]{64}$'),
        person_id uuid REFERENCES people (id) ON DELETE CASCADE,
        client_network text NOT NULL,
        address_key text NOT NULL,
        requested_at timestamptz(3) NOT NULL,
        code_hash text,
        code_expires_at timestamptz(3),
        tries_here smallint NOT NULL DEFAULT 0,
        tries_elsewhere smallint NOT NULL DEFAULT 0,
        token_hash text UNIQUE,
        token_expires_at timestamptz(3),
        ended_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX password_resets_account ON password_resets (account_hash, requested_at)');
    await runner.query('CREATE INDEX password_resets_address ON password_resets (address_key, requested_at)');
    await runner.query('CREATE INDEX password_resets_person ON password_resets (person_id) WHERE ended_at IS NULL');
    await runner.query('CREATE INDEX password_resets_requested ON password_resets (requested_at)');
  }
}
