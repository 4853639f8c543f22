import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

export class SuppressedAddresses1800100000000 implements ForwardMigration {
  name = 'SuppressedAddresses1800100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Mail addresses that bounced or complained, also as newsletter subscribers. Without a foreign key: an address
      -- needs no channel, and a complaint outlives it.
      CREATE TABLE suppressed_addresses (
        address_hash bytea PRIMARY KEY CHECK (length(address_hash) = 32),
        cause text NOT NULL CHECK (cause IN ('bounce', 'complaint')),
        since timestamptz(3) NOT NULL DEFAULT now()
      );
    `);
  }
}
