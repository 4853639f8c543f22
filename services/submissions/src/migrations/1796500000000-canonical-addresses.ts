import { createIndexConcurrently, type ForwardMigration } from '@site/platform/data/forward-migration';
import { mayBeSpelledOtherwise } from '@site/platform/data/address-spellings';
import type { QueryRunner } from 'typeorm';
import { mergeSpellings } from '../newsletter/merge-spellings.js';

/**
 * Makes the addresses in `newsletter_subscribers_email` canonical: it compares `lower(email)`, and canonical addresses
 * are lower case. The index is unchanged, because the previous release inserts by it. Not in a transaction: the helper
 * index is created concurrently with writes, and the merge commits as it goes.
 */
export class CanonicalAddresses1796500000000 implements ForwardMigration {
  name = 'CanonicalAddresses1796500000000';
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      `newsletter_subscribers_respelled ON newsletter_subscribers (id) WHERE ${mayBeSpelledOtherwise}`,
    );
    await mergeSpellings(runner.manager);
  }
}
