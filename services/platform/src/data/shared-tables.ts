import type { QueryRunner } from 'typeorm';
import { createAuditTables } from './audit-tables.js';

/** Tables that every writing service has in its schema, for its baseline. */
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
      processed_at timestamptz,
      -- The job failed permanently and isn't requeued automatically.
      failed_at timestamptz,
      failed_reason text NOT NULL DEFAULT '',
      attempts integer NOT NULL DEFAULT 0,
      -- The trace of the request that wrote the row.
      trace_context text
    );
    CREATE INDEX outbox_unprocessed ON outbox (id) WHERE processed_at IS NULL;
    CREATE INDEX outbox_processed ON outbox (processed_at) WHERE processed_at IS NOT NULL;
    CREATE INDEX outbox_failed ON outbox (failed_at DESC, id) WHERE failed_at IS NOT NULL;
    CREATE TABLE idempotency (
      scope text NOT NULL,
      key text NOT NULL,
      fingerprint text NOT NULL,
      response jsonb NOT NULL,
      expires_at timestamptz NOT NULL,
      PRIMARY KEY (scope, key)
    );
    CREATE INDEX idempotency_expires ON idempotency (expires_at);
    CREATE TABLE images (
      id uuid PRIMARY KEY,
      kind text NOT NULL CHECK (kind IN ('snapshot', 'cover', 'portrait', 'logo')),
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
      rejection_reason text NOT NULL DEFAULT '',
      created_at timestamptz NOT NULL DEFAULT now()
    );
    -- For finding similar images among a kind's latest.
    CREATE INDEX images_hashed ON images (kind, created_at) WHERE perceptual_hash IS NOT NULL;
    -- For removing abandoned uploads.
    CREATE INDEX images_processing ON images (staging_key) WHERE state = 'processing'`);
  await createAuditTables(runner);
}
