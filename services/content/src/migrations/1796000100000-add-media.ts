import type { ForwardMigration } from '@site/platform/data/forward-migration';
import type { QueryRunner } from 'typeorm';

/** The picture library. Existing pictures are named after the item they were uploaded with. */
export class AddMedia1796000100000 implements ForwardMigration {
  name = 'AddMedia1796000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE media (
        id uuid PRIMARY KEY,
        picture_id uuid NOT NULL UNIQUE REFERENCES pictures (id),
        name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 200),
        alt text NOT NULL DEFAULT '' CHECK (char_length(alt) <= 500),
        credit text NOT NULL DEFAULT '' CHECK (char_length(credit) <= 200),
        focal_x double precision NOT NULL DEFAULT 0.5 CHECK (focal_x BETWEEN 0 AND 1),
        focal_y double precision NOT NULL DEFAULT 0.5 CHECK (focal_y BETWEEN 0 AND 1),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        deleted_at timestamptz(3),
        version integer NOT NULL DEFAULT 1
      )`);
    await runner.query('CREATE INDEX media_newest ON media (created_at DESC, id DESC) WHERE deleted_at IS NULL');
    await runner.query('CREATE INDEX media_deleted ON media (deleted_at, id) WHERE deleted_at IS NOT NULL');
    // To check whether a picture is in use.
    for (const table of ['posts', 'post_revisions'])
      await runner.query(`CREATE INDEX ${table}_media ON ${table} USING gin (media_ids)`);
    for (const [table, column, name, alt] of [
      ['posts', 'cover_id', 'title', "''"],
      ['team_members', 'portrait_id', 'name', 'name'],
      ['site_logos', 'picture_id', "'Logo'", "''"],
    ]) {
      // Restored items bring their pictures back.
      await runner.query(`
        INSERT INTO media (id, picture_id, name, alt, created_at)
        SELECT gen_random_uuid(), pictures.id, ${name}, ${alt}, pictures.created_at
        FROM ${table} JOIN pictures ON pictures.id = ${table}.${column}
        WHERE ${table}.deleted_at IS NULL
        ON CONFLICT (picture_id) DO NOTHING`);
    }
  }
}
