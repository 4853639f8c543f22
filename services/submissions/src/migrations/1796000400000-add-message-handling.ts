import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Who handled a message, its notes and replies; and who decided on a photo, for undo. */
export class AddMessageHandling1796000400000 implements ForwardMigration {
  name = 'AddMessageHandling1796000400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE contact_messages
        ADD COLUMN handled_at timestamptz(3),
        ADD COLUMN handled_by uuid,
        ADD COLUMN handled_by_name text NOT NULL DEFAULT '',
        ADD COLUMN note text NOT NULL DEFAULT '',
        ADD COLUMN version integer NOT NULL DEFAULT 1,
        ADD CONSTRAINT contact_messages_note_lengths CHECK (char_length(note) <= 5000) NOT VALID`);
    // New messages are few: almost all get handled.
    await runner.query(`
      CREATE INDEX contact_messages_new ON contact_messages (created_at DESC, id DESC)
      WHERE deleted_at IS NULL AND handled_at IS NULL`);
    await runner.query(`
      CREATE TABLE contact_replies (
        id uuid PRIMARY KEY,
        message_id uuid NOT NULL,
        text text NOT NULL,
        by_id uuid NOT NULL,
        by_name text NOT NULL,
        outbox_id uuid NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        sent_at timestamptz(3),
        bounced_at timestamptz(3),
        CONSTRAINT contact_replies_message FOREIGN KEY (message_id) REFERENCES contact_messages (id) ON DELETE CASCADE,
        CONSTRAINT contact_replies_lengths CHECK (char_length(text) BETWEEN 1 AND 5000)
      )`);
    await runner.query('CREATE INDEX contact_replies_of_message ON contact_replies (message_id, id)');
    await runner.query(`
      ALTER TABLE snapshots ADD COLUMN decided_by uuid, ADD COLUMN decided_by_name text NOT NULL DEFAULT ''`);
  }
}
