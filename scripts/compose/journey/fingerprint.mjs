/** The contents of an installation: every row and every stored object, as counts and checksums. */

/**
 * Counts and hashes the rows of every table: rows as text, in the order of their hashes. One statement, so that all
 * tables are read from one snapshot. Excludes BullMQ's schema, as backups do.
 */
const tablesQuery = `
  SELECT json_object_agg(schemaname || '.' || tablename, (xpath('/row/sum/text()', query_to_xml(format(
    'SELECT count(*) || '' rows, '' || md5(coalesce(string_agg(md5(t::text), '''' ORDER BY md5(t::text)), '''')) AS sum FROM %I.%I AS t',
    schemaname, tablename), false, true, '')))[1]::text)
  FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'bullmq')`;

/** Runs in the step "restore", the only one whose key can read everything. */
const objectsScript = `
  import { createHash } from 'node:crypto';
  import { readFileSync } from 'node:fs';
  import { Client } from 'minio';
  const { hostname, port } = new URL(process.env.S3_ENDPOINT);
  const read = (name) => readFileSync(process.env[name], 'utf8').trim();
  const [accessKey, secretKey] = [read('S3_ACCESS_KEY_FILE'), read('S3_SECRET_KEY_FILE')];
  const store = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey, region: 'us-east-1', pathStyle: true });
  const found = {};
  for await (const { name } of store.listObjectsV2(process.env.S3_BUCKET, '', true)) {
    const hash = createHash('sha256');
    for await (const chunk of await store.getObject(process.env.S3_BUCKET, name)) hash.update(chunk);
    found[name] = hash.digest('hex');
  }
  process.stdout.write(JSON.stringify(found));
`;

/** Objects that backups exclude: the weather proxy fetches them again (docs/operations/back-up-and-restore.md). */
const fetchedAgain = /^public\/(social|radar)\/|^tiles\//;

/** @returns {Promise<{ tables: Record<string, string>, objects: Record<string, string> }>} */
export async function fingerprint(compose) {
  const psql = ['exec', '-T', 'postgres', 'psql', '-U', 'postgres', '-d', 'arkansas_weather', '-Atc', tablesQuery];
  const node = ['--entrypoint', 'node', 'restore', '--input-type=module', '-e', objectsScript];
  const tables = JSON.parse(await compose(psql));
  const objects = JSON.parse(await compose(['run', '--rm', '-T', '--no-deps', ...node]));
  return {
    tables,
    objects: Object.fromEntries(Object.entries(objects).filter(([key]) => !fetchedAgain.test(key))),
  };
}

/**
 * Compares the restored data with the state just before and just after the backup.
 * @param {Record<string, string>} written tables that differ by design, with reasons: only their presence is compared
 * @returns {string[]} one sentence for each difference
 */
export function differences({ before, after, restored, written }) {
  const compare = (kind) =>
    [...new Set([...Object.keys(before[kind]), ...Object.keys(restored[kind])])].flatMap((name) => {
      const [was, then, is] = [before, after, restored].map((state) => state[kind][name]);
      if (is === was || is === then) return [];
      if (is && was && name in written) return [];
      return [`${name}: ${was ?? 'absent'} before, ${is ?? 'absent'} after the restore`];
    });
  return [...compare('tables'), ...compare('objects')];
}
