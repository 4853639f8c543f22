import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Adds the weather service's own Spanish texts of alerts, and why an alert has none. */
export class SpanishTexts1796500000000 implements ForwardMigration {
  name = 'SpanishTexts1796500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE alert_spanish_texts (
        alert_id text PRIMARY KEY,
        outcome text NOT NULL,
        text text,
        attempts integer NOT NULL,
        attempted_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX alert_spanish_texts_attempted_at ON alert_spanish_texts (attempted_at)');
  }
}
