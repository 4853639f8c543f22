import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

export class AddInvitations1797000000000 implements ForwardMigration {
  name = 'AddInvitations1797000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE invitations (
        id uuid PRIMARY KEY,
        name text NOT NULL CHECK (name <> ''),
        email text NOT NULL CHECK (email <> ''),
        role text NOT NULL CHECK (role IN ('admin', 'editor', 'moderator')),
        invited_by uuid NOT NULL,
        inviter_name text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        valid_days smallint NOT NULL CHECK (valid_days BETWEEN 1 AND 30),
        requested_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        token_hash text UNIQUE CHECK (token_hash ~ '^[0-9a-f]{64}$'),
        accepted_at timestamptz(3),
        revoked_at timestamptz(3)
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX invitations_open ON invitations (email) WHERE accepted_at IS NULL AND revoked_at IS NULL`);
    await runner.query('CREATE INDEX invitations_inviter ON invitations (invited_by, created_at)');
    await runner.query('CREATE INDEX invitations_expiry ON invitations (expires_at)');
  }
}
