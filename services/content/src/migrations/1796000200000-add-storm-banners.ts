import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** Ended banners stay as a record of what was shown and who set it. */
export class AddStormBanners1796000200000 implements ForwardMigration {
  name = 'AddStormBanners1796000200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE storm_banners (
        id uuid PRIMARY KEY,
        text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 240),
        link_url text NOT NULL CHECK (char_length(link_url) <= 2048),
        link_label text NOT NULL CHECK (char_length(link_label) <= 40),
        starts_at timestamptz(3) NOT NULL,
        ends_at timestamptz(3) NOT NULL CHECK (ends_at > starts_at),
        ended_at timestamptz(3),
        set_by_id uuid NOT NULL,
        set_by_name text NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    // One at a time, even for concurrent writers.
    await runner.query('CREATE UNIQUE INDEX storm_banners_standing ON storm_banners ((true)) WHERE ended_at IS NULL');
  }
}
