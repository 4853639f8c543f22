import type { ForwardMigration } from '@site/platform/data/forward-migration';
import { createSharedTables } from '@site/platform/data/shared-tables';
import type { QueryRunner } from 'typeorm';

/** Posts with their revisions, the media library, the other pages' content, and storm banners. */
export class Baseline1800000000000 implements ForwardMigration {
  name = 'Baseline1800000000000';

  async up(runner: QueryRunner): Promise<void> {
    await createSharedTables(runner);
    await createPosts(runner);
    await createMedia(runner);
    await createPages(runner);
  }
}

async function createPosts(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE posts (
      id uuid PRIMARY KEY,
      title text NOT NULL CHECK (
        char_length(title) >= CASE status WHEN 'draft' THEN 0 ELSE 1 END AND char_length(title) <= 200),
      description text NOT NULL CHECK (
        char_length(description) >= CASE status WHEN 'draft' THEN 0 ELSE 1 END
        AND char_length(description) <= 50000),
      url text CHECK (char_length(url) BETWEEN 1 AND 2048),
      cover_id uuid REFERENCES images (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      slug text CHECK (char_length(slug) BETWEEN 1 AND 110),
      document jsonb,
      excerpt text NOT NULL DEFAULT '' CHECK (char_length(excerpt) <= 300),
      author text NOT NULL DEFAULT '' CHECK (char_length(author) <= 100),
      tags text[] NOT NULL DEFAULT '{}' CHECK (cardinality(tags) <= 10),
      status text NOT NULL DEFAULT 'published' CHECK (status IN ('draft', 'scheduled', 'published', 'unlisted')),
      publish_at timestamptz(3),
      published_at timestamptz(3) DEFAULT now(),
      send_newsletter boolean NOT NULL DEFAULT false,
      media_ids uuid[] NOT NULL DEFAULT '{}',
      shown_revision integer NOT NULL DEFAULT 0,
      edited_at timestamptz(3) NOT NULL DEFAULT now(),
      newsletter_revision integer CHECK (newsletter_revision > 0),
      newsletter_cleared_at timestamptz(3),
      newsletter_cleared_by text NOT NULL DEFAULT '',
      CONSTRAINT posts_published_check CHECK (status IN ('draft', 'scheduled') OR published_at IS NOT NULL),
      CONSTRAINT posts_scheduled_check CHECK ((status = 'scheduled') = (publish_at IS NOT NULL))
    );
    CREATE INDEX posts_newest ON posts (created_at DESC, id DESC) WHERE deleted_at IS NULL;
    CREATE INDEX posts_deleted ON posts (deleted_at, id) WHERE deleted_at IS NOT NULL;
    CREATE INDEX posts_cover ON posts (cover_id) WHERE cover_id IS NOT NULL;
    CREATE UNIQUE INDEX posts_slug ON posts (slug);
    CREATE INDEX posts_published ON posts (published_at DESC, id DESC)
      WHERE deleted_at IS NULL AND status = 'published';
    CREATE INDEX posts_edited ON posts (edited_at DESC, id DESC) WHERE deleted_at IS NULL;
    CREATE INDEX posts_scheduled ON posts (publish_at) WHERE status = 'scheduled';
    CREATE INDEX posts_media ON posts USING gin (media_ids);
    CREATE TABLE post_slugs (
      slug text PRIMARY KEY,
      post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE
    );
    CREATE INDEX post_slugs_of_post ON post_slugs (post_id);
    CREATE TABLE post_revisions (
      id uuid PRIMARY KEY,
      post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      number integer NOT NULL CHECK (number >= 0),
      kind text NOT NULL CHECK (kind IN ('autosave', 'saved', 'published')),
      values jsonb NOT NULL,
      base_revision integer NOT NULL DEFAULT 0,
      author_id uuid NOT NULL,
      author_name text NOT NULL,
      media_ids uuid[] NOT NULL DEFAULT '{}',
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      newsletter_media jsonb,
      tab text NOT NULL DEFAULT '',
      published_at timestamptz(3),
      CHECK ((kind = 'autosave') = (number = 0))
    );
    CREATE UNIQUE INDEX post_revisions_number ON post_revisions (post_id, number) WHERE number > 0;
    CREATE UNIQUE INDEX post_revisions_autosave ON post_revisions (post_id, author_id) WHERE number = 0;
    CREATE INDEX post_revisions_media ON post_revisions USING gin (media_ids);
    CREATE TABLE post_previews (
      hash text PRIMARY KEY,
      post_id uuid NOT NULL REFERENCES posts (id) ON DELETE CASCADE,
      expires_at timestamptz(3) NOT NULL
    );
    CREATE INDEX post_previews_of_post ON post_previews (post_id);
  `);
}

async function createMedia(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE media (
      id uuid PRIMARY KEY,
      image_id uuid NOT NULL REFERENCES images (id) UNIQUE,
      name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 200),
      alt text NOT NULL DEFAULT '' CHECK (char_length(alt) <= 500),
      credit text NOT NULL DEFAULT '' CHECK (char_length(credit) <= 200),
      focal_x double precision NOT NULL DEFAULT 0.5 CHECK (focal_x BETWEEN 0 AND 1),
      focal_y double precision NOT NULL DEFAULT 0.5 CHECK (focal_y BETWEEN 0 AND 1),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3),
      version integer NOT NULL DEFAULT 1
    );
    CREATE INDEX media_newest ON media (created_at DESC, id DESC) WHERE deleted_at IS NULL;
    CREATE INDEX media_deleted ON media (deleted_at, id) WHERE deleted_at IS NOT NULL;
  `);
}

async function createPages(runner: QueryRunner): Promise<void> {
  await runner.query(`
    CREATE TABLE faqs (
      id uuid PRIMARY KEY,
      question text NOT NULL CHECK (char_length(question) BETWEEN 1 AND 300),
      answer text NOT NULL CHECK (char_length(answer) BETWEEN 1 AND 5000),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      position integer NOT NULL GENERATED BY DEFAULT AS IDENTITY
    );
    CREATE INDEX faqs_deleted ON faqs (deleted_at, id) WHERE deleted_at IS NOT NULL;
    CREATE INDEX faqs_placed ON faqs (position, id) WHERE deleted_at IS NULL;
    CREATE TABLE team_members (
      id uuid PRIMARY KEY,
      name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 100),
      designation text NOT NULL CHECK (char_length(designation) BETWEEN 1 AND 100),
      portrait_id uuid REFERENCES images (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3),
      version integer NOT NULL DEFAULT 1,
      position integer NOT NULL GENERATED BY DEFAULT AS IDENTITY
    );
    CREATE INDEX team_members_deleted ON team_members (deleted_at, id) WHERE deleted_at IS NOT NULL;
    CREATE INDEX team_members_portrait ON team_members (portrait_id) WHERE portrait_id IS NOT NULL;
    CREATE INDEX team_members_placed ON team_members (position, id) WHERE deleted_at IS NULL;
    CREATE TABLE site_headers (
      id uuid PRIMARY KEY,
      header text NOT NULL CHECK (char_length(header) BETWEEN 1 AND 300),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3),
      version integer NOT NULL DEFAULT 1
    );
    CREATE UNIQUE INDEX site_headers_only_one ON site_headers ((true)) WHERE deleted_at IS NULL;
    CREATE INDEX site_headers_deleted ON site_headers (deleted_at, id) WHERE deleted_at IS NOT NULL;
    CREATE TABLE site_logos (
      id uuid PRIMARY KEY,
      image_id uuid NOT NULL REFERENCES images (id),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      deleted_at timestamptz(3),
      version integer NOT NULL DEFAULT 1
    );
    CREATE UNIQUE INDEX site_logos_only_one ON site_logos ((true)) WHERE deleted_at IS NULL;
    CREATE INDEX site_logos_deleted ON site_logos (deleted_at, id) WHERE deleted_at IS NOT NULL;
    CREATE INDEX site_logos_image ON site_logos (image_id) WHERE image_id IS NOT NULL;
    CREATE TABLE storm_banners (
      id uuid PRIMARY KEY,
      text text NOT NULL CHECK (char_length(text) BETWEEN 1 AND 240),
      link_url text NOT NULL CHECK (char_length(link_url) <= 2048),
      link_label text NOT NULL CHECK (char_length(link_label) <= 40),
      starts_at timestamptz(3) NOT NULL,
      ends_at timestamptz(3) NOT NULL,
      ended_at timestamptz(3),
      set_by_id uuid NOT NULL,
      set_by_name text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CHECK (ends_at > starts_at)
    );
    CREATE UNIQUE INDEX storm_banners_standing ON storm_banners ((true)) WHERE ended_at IS NULL;
  `);
}
