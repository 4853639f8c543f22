import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../../services/platform/local/ports.mjs';
import { startPostgres } from '../../../../services/platform/local/postgres.mjs';
import { newFolder } from '../../../lib/processes.mjs';

/** Inserted with SQL, because forms would take days. */

export const large = { snapshots: 100_000, posts: 10_000, contactMessages: 100_000 };

/** Generates sortable ids like the product's (UUIDv7). */
const idOf = (salt) =>
  `(lpad(to_hex(1700000000000 + n * 1000), 12, '0') || '7${salt}' || '8' || lpad(to_hex(n), 15, '0'))::uuid`;

/** As the worker records them: four widths, in two formats. */
const sizes = JSON.stringify(
  [320, 640, 1280, 1920].flatMap((width) =>
    ['webp', 'jpeg'].map((type) => ({
      key: `snapshots/00/00000000-0000-7000-8000-000000000000-${width}.${type === 'jpeg' ? 'jpg' : type}`,
      width,
      height: Math.round(width * 0.75),
      mediaType: `image/${type}`,
      sizeBytes: width * 90,
    })),
  ),
);
const placeholder = `data:image/webp;base64,${'UklGRmAAAABXRUJQVlA4IFQAAAAwAgCdASoQAAwABUB8JZQC'.repeat(3)}`;

/** Inserts approved snapshots, the newest a second ago. */
export const fillSnapshots = async (product, count) => {
  await product.query(
    `INSERT INTO submissions.images
       (id, kind, state, published, staging_key, base_key, sha256, size_bytes, media_type, width, height, sizes, placeholder)
     SELECT ${idOf('001')}, 'snapshot', 'ready', true, 'staging/' || n, 'snapshots/00/' || n, md5(n::text), 4000000,
       'image/jpeg', 1920, 1440, $1::jsonb, $2
     FROM generate_series(1, ${count}) n ON CONFLICT DO NOTHING`,
    [sizes, placeholder],
  );
  await product.query(
    `INSERT INTO submissions.snapshots
       (id, first_name, last_name, email, location, comment, status, terms_version, image_id, created_at, decided_at)
     SELECT ${idOf('002')}, 'Ada', 'Visitor ' || n, 'visitor-' || n || '@example.org', 'Conway, Arkansas',
       repeat('Hail the size of walnuts, and a wall cloud west of town. ', 3), 'approved', '1', ${idOf('001')},
       now() - n * interval '2 seconds', now() - n * interval '1 second'
     FROM generate_series(1, ${count}) n ON CONFLICT DO NOTHING`,
  );
  await product.query('VACUUM ANALYZE submissions.images');
  await product.query('VACUUM ANALYZE submissions.snapshots');
};

export const fillPosts = async (product, count) => {
  await product.query(
    `INSERT INTO content.posts (id, title, description, created_at, updated_at)
     SELECT ${idOf('003')}, 'Storms on the way, part ' || n,
       repeat('A line of storms crosses the state from the west this evening. ', 12),
       now() - n * interval '1 second', now() - n * interval '1 second'
     FROM generate_series(1, ${count}) n ON CONFLICT DO NOTHING`,
  );
  await product.query('VACUUM ANALYZE content.posts');
};

const fillContactMessages = async (product, count) => {
  await product.query(
    `INSERT INTO submissions.contact_messages (id, name, email, phone, feedback, created_at)
     SELECT ${idOf('004')}, 'Visitor ' || n, 'visitor-' || n || '@example.org', '+1 501 555 0100',
       repeat('Thank you for the warning last night. ', 5), now() - n * interval '1 second'
     FROM generate_series(1, ${count}) n ON CONFLICT DO NOTHING`,
  );
  await product.query('VACUUM ANALYZE submissions.contact_messages');
};

/** Starts a product whose Postgres records every statement (pg_stat_statements). */
export async function startLargeProduct({ product, defer, log }) {
  const folder = newFolder('bench');
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    port: await freePort(),
    password: 'bench',
    settings: { shared_preload_libraries: 'pg_stat_statements' },
  });
  defer(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const running = await product({ environment: { DATABASE_URL: postgres.url }, fresh: true });
  // Before its database stops.
  defer(() => running.stop());
  log(`filling its tables: ${JSON.stringify(large)}`);
  await running.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await fillSnapshots(running, large.snapshots);
  await fillPosts(running, large.posts);
  await fillContactMessages(running, large.contactMessages);
  return running;
}
