import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Users, their sessions, and a day of sign-in attempts, counted against password guessing. */
export class CreateAuth1795132800000 implements ForwardMigration {
  name = 'CreateAuth1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE people (
        id uuid PRIMARY KEY,
        name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
        email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
        role text NOT NULL CHECK (role IN ('admin', 'moderator')),
        password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted_at timestamptz(3)
      )`);
    // A deleted user's address can be reused.
    await runner.query('CREATE UNIQUE INDEX people_email ON people (lower(email)) WHERE deleted_at IS NULL');
    await runner.query('CREATE INDEX people_oldest ON people (role, created_at, id) WHERE deleted_at IS NULL');
    await runner.query('CREATE INDEX people_deleted ON people (deleted_at, id) WHERE deleted_at IS NOT NULL');
    await runner.query(`
      CREATE TABLE sessions (
        sid_hash text PRIMARY KEY CHECK (sid_hash ~ '^[0-9a-f]{64}$'),
        person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        role text NOT NULL CHECK (role IN ('admin', 'moderator')),
        created_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL CHECK (expires_at > created_at),
        revoked_at timestamptz(3),
        client_address text NOT NULL,
        client_network text NOT NULL,
        user_agent text NOT NULL CHECK (char_length(user_agent) <= 300)
      )`);
    await runner.query('CREATE INDEX sessions_person ON sessions (person_id, client_network, created_at)');
    await runner.query('CREATE INDEX sessions_expires ON sessions (expires_at)');
    await runner.query(`
      CREATE TABLE sign_in_attempts (
        id uuid PRIMARY KEY,
        account_hash text NOT NULL,
        client_network text NOT NULL,
        address_key text NOT NULL,
        at timestamptz(3) NOT NULL,
        failed boolean NOT NULL
      )`);
    await runner.query('CREATE INDEX sign_in_attempts_account ON sign_in_attempts (account_hash, at) WHERE failed');
    await runner.query('CREATE INDEX sign_in_attempts_address ON sign_in_attempts (address_key, at)');
    await runner.query('CREATE INDEX sign_in_attempts_at ON sign_in_attempts (at)');
  }
}
