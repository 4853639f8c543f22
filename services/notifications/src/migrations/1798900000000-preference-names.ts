import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Waiting confirmations store the requested preferences as the contract names them. */
export class PreferenceNames1798900000000 implements ForwardMigration {
  name = 'PreferenceNames1798900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE confirmations SET wishes = wishes - 'leastLevel' - 'loudWhenDangerous' || jsonb_build_object(
        'minLevel', wishes->'leastLevel', 'overrideQuietHours', coalesce(wishes->'loudWhenDangerous', 'true'))
      WHERE wishes ? 'leastLevel'`);
  }
}
