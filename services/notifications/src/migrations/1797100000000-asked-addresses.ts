import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/**
 * Rate limits of sign-up messages, which confirming and ending don't delete: when an address last got one, whether a
 * phone has sent STOP, and how many a client, a network and the site caused on a day.
 */
export class AskedAddresses1797100000000 implements ForwardMigration {
  name = 'AskedAddresses1797100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE asked_addresses (
        address_hash bytea PRIMARY KEY CHECK (length(address_hash) = 32),
        asks smallint NOT NULL DEFAULT 0,
        last_asked_at timestamptz(3),
        stopped_at timestamptz(3)
      )`);
    await runner.query(`
      CREATE TABLE confirmation_counts (
        day date NOT NULL,
        kind text NOT NULL CHECK (kind IN ('mail', 'sms')),
        scope text NOT NULL CHECK (char_length(scope) BETWEEN 1 AND 80),
        sent integer NOT NULL DEFAULT 0,
        confirmed integer NOT NULL DEFAULT 0,
        last_sent_at timestamptz(3),
        PRIMARY KEY (day, kind, scope)
      )`);
    await runner.query(`ALTER TABLE confirmations ADD COLUMN client text NOT NULL DEFAULT ''`);
    await runner.query('ALTER TABLE confirmations DROP CONSTRAINT confirmations_purpose_check');
    await runner.query(`
      ALTER TABLE confirmations ADD CONSTRAINT confirmations_purpose_check
        CHECK (purpose IN ('confirm', 'manage', 'still-there')) NOT VALID`);
    // The previous release's limits.
    await runner.query(`
      INSERT INTO asked_addresses (address_hash, asks, last_asked_at)
      SELECT address_hash, 1, last_sent_at FROM confirmations JOIN channels ON channels.id = channel_id
      WHERE kind IN ('mail', 'sms') AND last_sent_at IS NOT NULL`);
  }
}
