import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** The assignee of a message, and texts that staff reuse. */
export class AddAssignments1798100000000 implements ForwardMigration {
  name = 'AddAssignments1798100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE contact_messages
        ADD COLUMN assigned_to uuid,
        ADD COLUMN assigned_to_name text NOT NULL DEFAULT ''`);
    await runner.query(`
      CREATE TABLE saved_texts (
        id uuid PRIMARY KEY,
        kind text NOT NULL,
        title text NOT NULL,
        text text NOT NULL,
        CONSTRAINT saved_texts_kind CHECK (kind IN ('reply', 'reason')),
        CONSTRAINT saved_texts_lengths CHECK (
          char_length(title) BETWEEN 1 AND 100 AND char_length(text) BETWEEN 1 AND 5000)
      )`);
    await runner.query('CREATE UNIQUE INDEX saved_texts_title ON saved_texts (kind, lower(title))');
  }
}
