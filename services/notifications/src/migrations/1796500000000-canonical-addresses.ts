import { createIndexConcurrently, type ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * Marks channels whose address is in canonical form. Addresses are sealed and only the service has the keys, so the
 * service checks the others (`mergeSpellings`). Not in a transaction, so that building the index doesn't block writes.
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
