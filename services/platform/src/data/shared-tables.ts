import { initialImageKinds } from '@site/domain/images/image-kinds';
import type { QueryRunner } from 'typeorm';
import type { ForwardMigration } from './forward-migration.js';

/**
 * Tables that every writing service has in its schema. Released functions are never edited: a change gets a new
 * function for the next migration of every service.
 */
export async function createSharedTables(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE outbox (
      id uuid PRIMARY KEY,
      queue text NOT NULL,
      name text NOT NULL,
      payload jsonb NOT NULL,
      priority integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(),
      enqueued_at timestamptz,
      processed_at timestamptz
    )`);
  await runner.query('CREATE INDEX outbox_unprocessed ON outbox (id) WHERE processed_at IS NULL');
  await runner.query('CREATE INDEX outbox_processed ON outbox (processed_at) WHERE processed_at IS NOT NULL');
  await runner.query(`
    CREATE TABLE idempotency (
      scope text NOT NULL,
      key text NOT NULL,
      fingerprint text NOT NULL,
      answer jsonb NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (scope, key)
    )`);
  await runner.query('CREATE INDEX idempotency_expires ON idempotency (expires_at)');
  await runner.query(`
    CREATE TABLE pictures (
      id uuid PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN (${initialImageKinds.map((kind) => `'${kind}'`).join(', ')})),
      state text NOT NULL CHECK (state IN ('processing', 'ready', 'rejected')),
      published boolean NOT NULL,
      staging_key text NOT NULL,
      base_key text NOT NULL,
      sha256 text NOT NULL,
      size_bytes integer NOT NULL,
      media_type text NOT NULL,
      width integer NOT NULL DEFAULT 0,
      height integer NOT NULL DEFAULT 0,
      sizes jsonb NOT NULL DEFAULT '[]',
      placeholder text NOT NULL DEFAULT '',
      perceptual_hash text,
      rejected_because text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
  // For finding similar pictures among a kind's latest.
  await runner.query('CREATE INDEX pictures_hashed ON pictures (kind, created_at) WHERE perceptual_hash IS NOT NULL');
  // For removing abandoned uploads.
  await runner.query("CREATE INDEX pictures_processing ON pictures (staging_key) WHERE state = 'processing'");
  await runner.query(`
    CREATE TABLE audit (
      id uuid PRIMARY KEY,
      principal_id uuid NOT NULL,
      principal_name text NOT NULL,
      action text NOT NULL,
      subject_id text NOT NULL,
      at timestamptz NOT NULL DEFAULT now(),
      client_address text NOT NULL,
      request_id text NOT NULL
    )`);
}

/** Adds readable names to audit entries. */
export async function createSharedTables2(runner: QueryRunner): Promise<void> {
  await runner.query("ALTER TABLE audit ADD COLUMN subject_label text NOT NULL DEFAULT ''");
}

/** Records that an outbox row's job failed permanently and isn't requeued automatically. */
export async function createSharedTables3(runner: QueryRunner): Promise<void> {
  await runner.query(`
    ALTER TABLE outbox
      ADD COLUMN failed_at timestamptz,
      ADD COLUMN failed_reason text NOT NULL DEFAULT '',
      ADD COLUMN attempts integer NOT NULL DEFAULT 0`);
  await runner.query('CREATE INDEX outbox_failed ON outbox (failed_at DESC, id) WHERE failed_at IS NOT NULL');
}

/** Constant defaults avoid a table rewrite. */
export class AddOutboxFailures1795392000000 implements ForwardMigration {
  name = 'AddOutboxFailures1795392000000';
  up = createSharedTables3;
}

/** Stores the trace of the request that wrote an outbox row. */
export async function createSharedTables4(runner: QueryRunner): Promise<void> {
  await runner.query('ALTER TABLE outbox ADD COLUMN trace_context text');
}

/** Nullable to avoid a table rewrite. */
export class AddTraceContext1795564800000 implements ForwardMigration {
  name = 'AddTraceContext1795564800000';
  up = createSharedTables4;
}
