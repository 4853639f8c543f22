import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Authenticator apps, passkeys, recovery codes, and the half sessions that require one. */
export class AddSecondFactors1795651200000 implements ForwardMigration {
  name = 'AddSecondFactors1795651200000';

  async up(runner: QueryRunner): Promise<void> {
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
      )`);
    await runner.query('CREATE INDEX second_factors_person ON second_factors (person_id)');
    await runner.query(`
      CREATE TABLE recovery_codes (
        code_hash text PRIMARY KEY CHECK (code_hash ~ '^[0-9a-f]{64}$'),
        person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        created_at timestamptz(3) NOT NULL,
        used_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX recovery_codes_person ON recovery_codes (person_id)');
    await runner.query(`
      CREATE TABLE half_sessions (
        token_hash text PRIMARY KEY CHECK (token_hash ~ '^[0-9a-f]{64}$'),
        person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        enrol boolean NOT NULL,
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL CHECK (expires_at > created_at),
        tries smallint NOT NULL DEFAULT 0,
        ended_at timestamptz(3)
      )`);
    await runner.query('CREATE INDEX half_sessions_person ON half_sessions (person_id) WHERE ended_at IS NULL');
    await runner.query('CREATE INDEX half_sessions_expires ON half_sessions (expires_at)');
    // One of each kind per session or half session; bound_to is its hash.
    await runner.query(`
      CREATE TABLE factor_challenges (
        bound_to text NOT NULL CHECK (bound_to ~ '^[0-9a-f]{64}$'),
        kind text NOT NULL CHECK (kind IN ('new-totp', 'new-passkey', 'passkey')),
        person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        value text NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        PRIMARY KEY (bound_to, kind)
      )`);
    await runner.query('CREATE INDEX factor_challenges_person ON factor_challenges (person_id)');
    await runner.query('CREATE INDEX factor_challenges_expires ON factor_challenges (expires_at)');
    // Null in older rows: authenticated at sign-in.
    await runner.query('ALTER TABLE sessions ADD COLUMN authenticated_at timestamptz(3)');
  }
}
