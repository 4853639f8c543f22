import { createIndexConcurrently, type ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Finds what else came from an address, past decisions, and sponsors in order. */
export class IndexSenders1798500000000 implements ForwardMigration {
  name = 'IndexSenders1798500000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const definition of [
      'contact_messages_sender ON contact_messages (lower(email))',
      'snapshots_sender ON snapshots (lower(email))',
      "snapshots_decided ON snapshots (decided_at DESC, id DESC) WHERE status <> 'pending'",
      "sponsors_placed ON sponsors (position, id) WHERE status = 'approved' AND deleted_at IS NULL",
    ] as const)
      await createIndexConcurrently(runner, definition);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS sponsors_approved');
  }
}
