import { createIndexConcurrently, type ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * Marks channels with a canonical address. Only the service can open addresses, so it checks the others
 * (`mergeSpellings`). Not in a transaction: building the index doesn't block writes.
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
