import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** For finding a picture's row, and the foreign key check. */
export class IndexPictures1795478400000 implements ForwardMigration {
  name = 'IndexPictures1795478400000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, column] of [
      ['posts', 'cover_id'],
      ['team_members', 'portrait_id'],
      ['site_logos', 'picture_id'],
    ]) {
      await runner.query(`CREATE INDEX ${table}_picture ON ${table} (${column}) WHERE ${column} IS NOT NULL`);
    }
  }
}
