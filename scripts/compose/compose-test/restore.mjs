/** Stage of the compose test that restores a backup. */
import { commandsOf } from '../../docs-commands.mjs';
import { until } from '../../lib/until.mjs';
import { expect, signIn } from '../../lib/visitor-requests.mjs';
import { photo } from './images.mjs';

/** @typedef {{ tables: Record<string, string>, objects: Record<string, string> }} Fingerprint */
/** @typedef {import('./run.mjs').World} World */

/**
 * Counts and hashes the rows of every table, in one statement, so that all are read from one snapshot. Excludes
 * BullMQ's schema, as backups do, and partitions: a restore after midnight puts a day's rows into another one.
 */
const tablesQuery = `
  SELECT json_object_agg(schemaname || '.' || tablename, (xpath('/row/sum/text()', query_to_xml(format(
    'SELECT count(*) || '' rows, '' || md5(coalesce(string_agg(md5(t::text), '''' ORDER BY md5(t::text)), '''')) AS sum FROM %I.%I AS t',
    schemaname, tablename), false, true, '')))[1]::text)
  FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema', 'bullmq')
    AND tablename !~ '^deliveries_'`;

/** Runs in the step "restore", whose key can read everything. */
const objectsScript = `
  import { createHash } from 'node:crypto';
  import { readFileSync } from 'node:fs';
  import { Client } from 'minio';
  const { hostname, port } = new URL(process.env.S3_ENDPOINT);
  const read = (name) => readFileSync(process.env[name], 'utf8').trim();
  const accessKey = read('S3_ACCESS_KEY_FILE');
  const secretKey = read('S3_SECRET_KEY_FILE');
  const store = new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey, region: 'us-east-1', pathStyle: true });
  const found = {};
  for await (const { name } of store.listObjectsV2(process.env.S3_BUCKET, '', true)) {
    const hash = createHash('sha256');
    for await (const chunk of await store.getObject(process.env.S3_BUCKET, name)) hash.update(chunk);
    found[name] = hash.digest('hex');
  }
  process.stdout.write(JSON.stringify(found));
`;

/** The weather proxy fetches them again (docs/operations/back-up-and-restore.md). */
const refetchedPattern = /^public\/(social|radar)\/|^tiles\//;

/** @param {World['installation']['compose']} compose @param {string} statement */
const query = (compose, statement) =>
  compose(['exec', '-T', 'postgres', 'psql', '-qU', 'postgres', '-d', 'arkansas_weather', '-Atc', statement]);

/** @param {World['installation']['compose']} compose @returns {Promise<Fingerprint>}>} */
async function fingerprint(compose) {
  const node = ['--entrypoint', 'node', 'restore', '--input-type=module', '-e', objectsScript];
  const tables = JSON.parse(await query(compose, tablesQuery));
  const objects = JSON.parse(await compose(['run', '--rm', '-T', '--no-deps', ...node]));
  return {
    tables,
    objects: Object.fromEntries(Object.entries(objects).filter(([key]) => !refetchedPattern.test(key))),
  };
}

/**
 * Compares the restored data with the state just before and just after the backup.
 * @param {Record<'before' | 'after' | 'restored', Fingerprint>} states
 * @returns {string[]} one sentence for each difference
 */
function differences({ before, after, restored }) {
  const compare = (/** @type {'tables' | 'objects'} */ kind) =>
    [...new Set([...Object.keys(before[kind]), ...Object.keys(restored[kind])])].flatMap((name) => {
      const was = before[kind][name];
      const then = after[kind][name];
      const is = restored[kind][name];
      if (is === was || is === then) return [];
      if (is && was && name in written) return [];
      return [`${name}: ${was ?? 'absent'} before, ${is ?? 'absent'} after the restore`];
    });
  return [...compare('tables'), ...compare('objects')];
}

/** Tables that differ by design, with reasons: only their presence is compared. */
const written = {
  'weather.alert_list': 'each poll of the alerts',
  'weather.last_good': 'each response of a provider',
  'weather.provider_calls': 'counts of such calls',
  'weather.weather_leader': 'the lease of the pollers',
  'auth.audit': 'the restore adds an entry',
  'auth.audit_head': 'the end of that log',
};

/** Uses the documented commands while visitors write, and compares all restored data. @param {World} world */
export async function restore(world) {
  const { installation, site, log, state, adminEmail, password } = world;
  const { compose, project, shell } = installation;
  if (!state.photo) await photo(world);
  expect(state.photo, 'no photo was saved');

  const stopWriting = startWriting(compose);
  await runAll(shell, commandsOf('back-up-compose'));
  log(`backed up and rehearsed while ${await stopWriting()} messages were stored`);

  // Compared with a backup during which nothing is written, neither by visitors nor by jobs.
  const countJobs = 'SELECT count(*) FROM submissions.outbox WHERE processed_at IS NULL AND failed_at IS NULL';
  const isIdle = async () => (await query(compose, countJobs)).trim() === '0';
  await until('the jobs of visitors to end', isIdle, { withinMs: 180_000, intervalMs: 1_000 });
  const before = await fingerprint(compose);
  await runAll(shell, commandsOf('back-up-compose'));
  const after = await fingerprint(compose);
  const counts = `${Object.keys(before.tables).length} tables and ${Object.keys(before.objects).length} objects`;

  const commands = commandsOf('restore-compose', { 'arkansas-weather_': `${project}_` });
  const last = commands.findIndex((command) => command.includes('rm restore'));
  await runAll(shell, commands.slice(0, last + 1));
  // Before the services start and write again.
  const restored = await fingerprint(compose);
  const different = differences({ before, after, restored });
  expect(different.length === 0, `the restored data differs:\n${different.join('\n')}`);
  log(`the stores were wiped and restored: ${counts} are the same`);

  await runAll(shell, commands.slice(last + 1));
  await until('the site to respond', async () => (await site.get('/main/home')).status === 200);
  const headers = await signIn(site, adminEmail, password);
  const response = await site.get(state.photo.file, headers);
  expect(response.status === 200, `the photo returned ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.equals(state.photo.bytes), 'the photo has different bytes');
  if (state.post) expect((await site.get(`/blog/${state.post}`)).status === 200, 'the post no longer has a page');
  log('the same password still works, and the photo is the same');
}

/**
 * Stores messages until the returned function is called, which returns their number. Visitors may send only a few.
 * @param {World['installation']['compose']} compose
 */
function startWriting(compose) {
  const insert = `INSERT INTO submissions.contact_messages (id, name, phone, email, feedback)
    VALUES (gen_random_uuid(), 'Ada', '5015550100', 'ada@example.org', 'Hail.')`;
  let isStopped = false;
  let count = 0;
  const written = (async () => {
    for (; !isStopped; count += 1) await query(compose, insert);
  })();
  return async () => {
    isStopped = true;
    await written;
    expect(count > 1, 'nothing was written meanwhile');
    return count;
  };
}

/** @param {World['installation']['shell']} shell @param {string[]} commands */
async function runAll(shell, commands) {
  for (const command of commands) await shell(command);
}
