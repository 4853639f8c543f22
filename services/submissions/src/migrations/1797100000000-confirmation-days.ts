import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Counts confirmation mails per day, for their budget. */
export class ConfirmationDays1797100000000 implements ForwardMigration {
  name = 'ConfirmationDays1797100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE confirmation_days (day date PRIMARY KEY, mails integer NOT NULL)');
  }
}
