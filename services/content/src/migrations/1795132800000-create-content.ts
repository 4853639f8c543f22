import { createSharedTables } from '@site/platform/data/shared-tables';
import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * Lengths are those of proto/fields.ts: the gateway explains violations; the checks apply to every writer. Times have
 * milliseconds, so that cursors are exact. Deleted rows stay for 30 days (`deleted_at`): indexes of public lists
 * exclude them, and a separate one serves the trash.
 */
export class CreateContent1795132800000 implements ForwardMigration {
  name = 'CreateContent1795132800000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables(runner);
    const lifetime = `
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3)`;
    await runner.query(`
      CREATE TABLE posts (
        id uuid PRIMARY KEY,
        title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 200),
        description text NOT NULL CHECK (char_length(description) BETWEEN 1 AND 50000),
        url text CHECK (char_length(url) BETWEEN 1 AND 2048),
        cover_id uuid REFERENCES pictures (id),
        ${lifetime}
      )`);
    await runner.query('CREATE INDEX posts_newest ON posts (created_at DESC, id DESC) WHERE deleted_at IS NULL');
    await runner.query(`
      CREATE TABLE faqs (
        id uuid PRIMARY KEY,
        question text NOT NULL CHECK (char_length(question) BETWEEN 1 AND 300),
        answer text NOT NULL CHECK (char_length(answer) BETWEEN 1 AND 5000),
        ${lifetime}
      )`);
    await runner.query('CREATE INDEX faqs_oldest ON faqs (created_at, id) WHERE deleted_at IS NULL');
    await runner.query(`
      CREATE TABLE team_members (
        id uuid PRIMARY KEY,
        name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
        designation text NOT NULL CHECK (char_length(designation) BETWEEN 1 AND 100),
        portrait_id uuid REFERENCES pictures (id),
        ${lifetime}
      )`);
    await runner.query('CREATE INDEX team_members_oldest ON team_members (created_at, id) WHERE deleted_at IS NULL');
    await runner.query(`
      CREATE TABLE site_headers (
        id uuid PRIMARY KEY,
        header text NOT NULL CHECK (char_length(header) BETWEEN 1 AND 300),
        ${lifetime}
      )`);
    await runner.query(`
      CREATE TABLE site_logos (
        id uuid PRIMARY KEY,
        picture_id uuid NOT NULL REFERENCES pictures (id),
        ${lifetime}
      )`);
    // Of two headers or logos created concurrently, one is rejected.
    await runner.query('CREATE UNIQUE INDEX site_headers_only_one ON site_headers ((true)) WHERE deleted_at IS NULL');
    await runner.query('CREATE UNIQUE INDEX site_logos_only_one ON site_logos ((true)) WHERE deleted_at IS NULL');
    for (const table of ['posts', 'faqs', 'team_members', 'site_headers', 'site_logos']) {
      await runner.query(`CREATE INDEX ${table}_deleted ON ${table} (deleted_at, id) WHERE deleted_at IS NOT NULL`);
    }
  }
}
