import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';
import { mergeSpellings } from '../moderators/merge-spellings.js';

/**
 * Makes the addresses in `people_email` canonical: it compares `lower(email)`, and canonical addresses are lower case.
 * The index is unchanged, because the previous release inserts by it.
 */
export class CanonicalAddresses1796500000000 implements ForwardMigration {
  name = 'CanonicalAddresses1796500000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const id of await mergeSpellings(runner.manager))
      process.stdout.write(
        `auth: deleted account ${id}: another account has the same email address in another spelling\n`,
      );
  }
}
