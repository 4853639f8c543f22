import { createSharedTables } from '@site/platform/data/shared-tables';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * Lengths match the input schemas: the gateway explains violations; the checks apply to every writer. Times have
 * milliseconds, so that cursors are exact. Rejected or deleted rows stay for 30 days (`deleted_at`): list indexes
 * exclude them, and a separate index serves the trash.
 */
export class CreateSubmissions1795132800000 implements ForwardMigration {
  name = 'CreateSubmissions1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables(runner);
    await runner.query(`
      CREATE TABLE snapshots (
        id uuid PRIMARY KEY,
        first_name text NOT NULL,
        last_name text NOT NULL,
        email text NOT NULL,
        location text NOT NULL,
        comment text NOT NULL DEFAULT '',
        status text NOT NULL DEFAULT 'pending',
        reject_reason text,
        consent_at timestamptz(3) NOT NULL DEFAULT now(),
        terms_version text NOT NULL,
        picture_id uuid NOT NULL,
        duplicate_of uuid[] NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        decided_at timestamptz(3),
        deleted_at timestamptz(3),
        CONSTRAINT snapshots_picture FOREIGN KEY (picture_id) REFERENCES pictures (id),
        CONSTRAINT snapshots_status CHECK (status IN ('pending', 'approved', 'rejected')),
        CONSTRAINT snapshots_decided CHECK ((status = 'pending') = (decided_at IS NULL)),
        CONSTRAINT snapshots_lengths CHECK (
          char_length(first_name) BETWEEN 1 AND 100 AND char_length(last_name) BETWEEN 1 AND 100
          AND char_length(email) BETWEEN 1 AND 254 AND char_length(location) BETWEEN 1 AND 200
          AND char_length(comment) <= 2000 AND char_length(reject_reason) <= 2000)
      )`);
    await runner.query('CREATE UNIQUE INDEX snapshots_by_picture ON snapshots (picture_id)');
    await runner.query(`
      CREATE INDEX snapshots_approved ON snapshots (decided_at DESC, id DESC)
      WHERE status = 'approved' AND deleted_at IS NULL`);
    await runner.query(`
      CREATE INDEX snapshots_pending ON snapshots (created_at DESC, id DESC)
      WHERE status = 'pending' AND deleted_at IS NULL`);
    await runner.query(`
      CREATE TABLE sponsors (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        phone_number text NOT NULL,
        company_name text NOT NULL,
        url text,
        message text NOT NULL,
        status text NOT NULL DEFAULT 'pending',
        reject_reason text,
        is_top boolean NOT NULL DEFAULT false,
        logo_id uuid,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        decided_at timestamptz(3),
        deleted_at timestamptz(3),
        CONSTRAINT sponsors_logo FOREIGN KEY (logo_id) REFERENCES pictures (id),
        CONSTRAINT sponsors_status CHECK (status IN ('pending', 'approved', 'rejected')),
        CONSTRAINT sponsors_decided CHECK ((status = 'pending') = (decided_at IS NULL)),
        CONSTRAINT sponsors_lengths CHECK (
          char_length(name) BETWEEN 1 AND 100 AND char_length(email) BETWEEN 1 AND 254
          AND char_length(phone_number) <= 32 AND char_length(company_name) BETWEEN 1 AND 100
          AND char_length(url) <= 2048 AND char_length(message) <= 5000 AND char_length(reject_reason) <= 2000)
      )`);
    await runner.query('CREATE UNIQUE INDEX sponsors_by_logo ON sponsors (logo_id) WHERE logo_id IS NOT NULL');
    await runner.query(`
      CREATE UNIQUE INDEX sponsors_only_one_top ON sponsors (is_top)
      WHERE is_top AND status = 'approved' AND deleted_at IS NULL`);
    await runner.query(`
      CREATE INDEX sponsors_approved ON sponsors (decided_at, id)
      WHERE status = 'approved' AND deleted_at IS NULL`);
    await runner.query(`
      CREATE INDEX sponsors_pending ON sponsors (created_at DESC, id DESC)
      WHERE status = 'pending' AND deleted_at IS NULL`);
    for (const table of ['snapshots', 'sponsors']) {
      await runner.query(`CREATE INDEX ${table}_deleted ON ${table} (deleted_at, id) WHERE deleted_at IS NOT NULL`);
    }
    await runner.query(`
      CREATE TABLE sponsor_display (
        id integer PRIMARY KEY DEFAULT 1,
        view text NOT NULL DEFAULT '1',
        CONSTRAINT sponsor_display_only_one CHECK (id = 1),
        CONSTRAINT sponsor_display_view CHECK (view IN ('1', '2', '3', '4'))
      )`);
    await runner.query('INSERT INTO sponsor_display DEFAULT VALUES');
  }
}
