import type { ForwardMigration } from '@site/platform/data/forward-migration';
import { createSharedTables } from '@site/platform/data/shared-tables';
import type { QueryRunner } from 'typeorm';

/** Users, invitations, sessions, second factors, and what counts against password guessing. */
export class Baseline1800000000000 implements ForwardMigration {
  name = 'Baseline1800000000000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables(runner);
    await createPeople(runner);
    await createSessions(runner);
    await createSecondFactors(runner);
  }
}

async function createPeople(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE people (
      id uuid PRIMARY KEY,
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
      email text NOT NULL CHECK (char_length(email) BETWEEN 3 AND 254),
      role text NOT NULL CHECK (role IN ('admin', 'editor', 'moderator')),
      password_hash text NOT NULL CHECK (password_hash LIKE '$argon2id$%'),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3),
      version integer NOT NULL DEFAULT 1
    );
    -- A deleted user's address can be reused.
    CREATE UNIQUE INDEX people_email ON people (lower(email)) WHERE deleted_at IS NULL;
    CREATE INDEX people_oldest ON people (role, created_at, id) WHERE deleted_at IS NULL;
    CREATE INDEX people_deleted ON people (deleted_at, id) WHERE deleted_at IS NOT NULL;
    -- Users that can be moved to the trash.
    CREATE VIEW moderators AS
      SELECT id, name, email, deleted_at FROM people WHERE role = 'moderator' WITH LOCAL CHECK OPTION;
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
      token_hash text CHECK (token_hash ~ '^[0-9a-f]{64}$') UNIQUE,
      accepted_at timestamptz(3),
      revoked_at timestamptz(3)
    );
    CREATE UNIQUE INDEX invitations_open ON invitations (email) WHERE accepted_at IS NULL AND revoked_at IS NULL;
    CREATE INDEX invitations_inviter ON invitations (invited_by, created_at);
    CREATE INDEX invitations_expiry ON invitations (expires_at);
  `);
}

async function createSessions(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE sessions (
      sid_hash text PRIMARY KEY CHECK (sid_hash ~ '^[0-9a-f]{64}$'),
      person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      role text NOT NULL CHECK (role IN ('admin', 'editor', 'moderator')),
      created_at timestamptz(3) NOT NULL,
      last_seen_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      revoked_at timestamptz(3),
      client_address text NOT NULL,
      client_network text NOT NULL,
      user_agent text NOT NULL CHECK (char_length(user_agent) <= 300),
      authenticated_at timestamptz(3) NOT NULL,
      CHECK (expires_at > created_at)
    );
    CREATE INDEX sessions_person ON sessions (person_id, client_network, created_at);
    CREATE INDEX sessions_expires ON sessions (expires_at);
    CREATE TABLE half_sessions (
      token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
      person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      enrol boolean NOT NULL,
      created_at timestamptz(3) NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      tries smallint NOT NULL DEFAULT 0,
      ended_at timestamptz(3),
      CHECK (expires_at > created_at)
    );
    CREATE INDEX half_sessions_person ON half_sessions (person_id) WHERE ended_at IS NULL;
    CREATE INDEX half_sessions_expires ON half_sessions (expires_at);
    CREATE TABLE sign_in_attempts (
      id uuid PRIMARY KEY,
      account_hash text NOT NULL,
      client_network text NOT NULL,
      address_key text NOT NULL,
      at timestamptz(3) NOT NULL,
      failed boolean NOT NULL
    );
    CREATE INDEX sign_in_attempts_account ON sign_in_attempts (account_hash, at) WHERE failed;
    CREATE INDEX sign_in_attempts_address ON sign_in_attempts (address_key, at);
    CREATE INDEX sign_in_attempts_at ON sign_in_attempts (at);
    -- A requested code; without a person_id, the address has no account.
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
    );
    CREATE INDEX password_resets_account ON password_resets (account_hash, requested_at);
    CREATE INDEX password_resets_address ON password_resets (address_key, requested_at);
    CREATE INDEX password_resets_person ON password_resets (person_id) WHERE ended_at IS NULL;
    CREATE INDEX password_resets_requested ON password_resets (requested_at);
  `);
}

async function createSecondFactors(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE second_factors (
      id uuid PRIMARY KEY,
      person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      kind text NOT NULL CHECK (kind IN ('totp', 'passkey')),
      label text NOT NULL CHECK (char_length(label) BETWEEN 1 AND 60),
      secret_sealed text,
      last_step bigint,
      credential_id text UNIQUE,
      public_key bytea,
      counter bigint,
      created_at timestamptz(3) NOT NULL,
      last_used_at timestamptz(3),
      CHECK (CASE kind WHEN 'totp' THEN secret_sealed IS NOT NULL
        ELSE credential_id IS NOT NULL AND public_key IS NOT NULL AND counter IS NOT NULL END)
    );
    CREATE INDEX second_factors_person ON second_factors (person_id);
    CREATE TABLE recovery_codes (
      code_hash text PRIMARY KEY CHECK (code_hash ~ '^[0-9a-f]{64}$'),
      person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      created_at timestamptz(3) NOT NULL,
      used_at timestamptz(3)
    );
    CREATE INDEX recovery_codes_person ON recovery_codes (person_id);
    CREATE TABLE factor_challenges (
      bound_to text NOT NULL CHECK (bound_to ~ '^[0-9a-f]{64}$'),
      kind text NOT NULL CHECK (kind IN ('new-totp', 'new-passkey', 'passkey')),
      person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
      value text NOT NULL,
      expires_at timestamptz(3) NOT NULL,
      PRIMARY KEY (bound_to, kind)
    );
    CREATE INDEX factor_challenges_person ON factor_challenges (person_id);
    CREATE INDEX factor_challenges_expires ON factor_challenges (expires_at);
  `);
}
