import { createIndexConcurrently, type ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * Marks the channels whose address is in canonical form. Addresses are sealed, and only the service has the keys: it looks at
 * the others (`mergeSpellings`). Without a transaction of its own, so that the index is made beside writes.
 */
export class CanonicalAddresses1796500000000 implements ForwardMigration {
  name = 'CanonicalAddresses1796500000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels ADD COLUMN IF NOT EXISTS canonical boolean NOT NULL DEFAULT false');
    await createIndexConcurrently(
      runner,
      `channels_not_canonical ON channels (id) WHERE kind = 'mail' AND NOT canonical`,
    );
  }
}
