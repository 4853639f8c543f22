import { createHash, randomUUID } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { makeIdentity, recipientOf } from '../lib/age-keys.mjs';
import { newFolder } from '../lib/processes.mjs';
import { Product } from '../lib/product-process.mjs';
import { until } from '../lib/until.mjs';
import { expect, openSession, siteAt } from '../lib/visitor-requests.mjs';
import { startEmpty } from './empty-system.mjs';
import { fillFrom } from './fill.mjs';
import { connect, openStore } from './find-installation.mjs';
import { objectFile, readManifest, tableFile, verifyBackup } from './manifest.mjs';
import { command, readOptions, text } from './options.mjs';
import { takeBackup } from './take-backup.mjs';

/**
 * `npm run ops -- restore-test [--rows 100000 --objects 2000]`: proves that a backup can be restored. Fills a product, backs it up
 * while visitors write, restores into an empty system, compares every row and byte, and uses the restored product. A
 * backup with one flipped byte must be rejected.
 */
command(async () => {
  const { rows = '20000', objects = '400' } = readOptions({ rows: text, objects: text });
  const folder = newFolder('restore-test');
  const results = [];
  // The test must not give access to the installation's backups.
  const identity = makeIdentity();
  const cleanUp = [];
  const step = async (name, work) => {
    const startedAt = Date.now();
    let holds = false;
    let detail;
    try {
      detail = await work();
      holds = true;
    } catch (error) {
      detail = error.message.trim().split('\n').at(-1);
    }
    results.push({ step: name, holds, seconds: (Date.now() - startedAt) / 1_000, detail });
    process.stdout.write(`${holds ? 'ok    ' : 'FAILED'} ${name.padEnd(44)} ${detail ?? ''}\n`);
    if (!holds && name.startsWith('a product')) throw new Error(detail);
  };

  try {
    let product;
    let taken;
    await step('a product with content', async () => {
      product = await Product.start({ dataDir: join(folder, 'first'), simulated: true });
      cleanUp.push(() => product.stop());
      await fill(product.state(), Number(rows), Number(objects));
      await wholeHome(product.url);
      return `${rows} rows and ${objects} objects added`;
    });
    await step('a backup while visitors write', async () => {
      const writer = writeMessages(product.url);
      try {
        await writer.first;
        taken = await takeBackup(readOnly(product.state()), join(folder, 'backups'), recipientOf(identity));
      } finally {
        await writer.stop();
      }
      expect(taken.manifest.missing.length === 0, `${taken.manifest.missing.length} pictures are missing`);
      const kept = taken.manifest.tables.reduce((sum, table) => sum + table.rows, 0);
      return `${kept} rows, ${taken.manifest.objects.length} objects, ${writer.sent()} messages sent meanwhile`;
    });
    const password = product.admin.password;
    await product.stop();
    await step('the backup matches its checksums', async () => {
      const faults = await verifyBackup(taken.folder, readManifest(taken.folder), identity);
      expect(faults.length === 0, faults[0]);
    });
    await step('nothing in it is readable without the key', async () => {
      const files = readdirSync(taken.folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
      const open = files.filter(({ name }) => !name.endsWith('.age')).map(({ name }) => name);
      expect(open.sort().join() === 'manifest.json,manifest.sha256', `not encrypted: ${open.join(', ')}`);
      for (const { parentPath, path, name } of files)
        expect(!readFileSync(join(parentPath ?? path, name)).includes('Ada'), `${name} reveals the senders`);
      const refused = await verifyBackup(taken.folder, readManifest(taken.folder), makeIdentity()).then(
        () => '',
        (error) => error.message,
      );
      expect(refused.includes('is encrypted for'), 'another key was accepted');
      return `${files.length - open.length} files are encrypted; another key is rejected`;
    });
    await step('one flipped byte in a table is detected', () =>
      refusesFlipped(taken, join(folder, 'bad-table'), 'table', identity),
    );
    await step('one flipped byte in a picture is detected', () =>
      refusesFlipped(taken, join(folder, 'bad-object'), 'object', identity),
    );
    await step('an empty system is restored and compared', async () => {
      const system = await startEmpty(join(folder, 'second'));
      try {
        const faults = await fillFrom(system.installation, taken.folder, taken.manifest, { identity });
        expect(faults.length === 0, faults[0]);
        return `${taken.manifest.tables.length} tables and every object are the same`;
      } finally {
        await system.stop();
      }
    });
    await step('a system with rows is not overwritten', async () => {
      const { status } = spawnSync(
        process.execPath,
        [join(import.meta.dirname, 'restore.mjs'), '--from', taken.folder],
        {
          env: { ...process.env, DATABASE_URL: '', DATA_DIR: join(folder, 'second'), BACKUP_IDENTITY: identity },
        },
      );
      expect(status === 1, `it exited with ${status}`);
    });
    await step('the product runs on the restored data', async () => {
      const again = await Product.start({
        dataDir: join(folder, 'second'),
        simulated: true,
        environment: { ADMIN_PASSWORD: password },
      });
      cleanUp.push(() => again.stop());
      await openSession(siteAt(again.url), { email: again.admin.email, password });
      await wholeHome(again.url);
      const pictures = taken.manifest.objects.filter(({ key }) => key.startsWith('public/')).slice(0, 50);
      for (const { key, sha256 } of pictures) {
        const answer = await fetch(`${again.url}/media/${key.slice('public/'.length)}`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(createHash('sha256').update(bytes).digest('hex') === sha256, `${key} is served with different bytes`);
      }
      return `signed in, home page complete, ${pictures.length} pictures served with the same bytes`;
    });
  } finally {
    for (const work of cleanUp.reverse()) await work().catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  }
  const holds = results.every((result) => result.holds);
  process.stdout.write(`\n${JSON.stringify({ name: 'R-19', holds, results })}\n`);
  if (!holds) process.exitCode = 1;
});

const installationOf = ({ databaseUrl, objectStore }) => ({
  databaseUrl,
  store: { ...objectStore, bucket: 'arkansas-weather', region: 'us-east-1' },
});

const readOnly = ({ roles, keys, objectStore }) => ({
  databaseUrl: roles.backup,
  store: { ...installationOf({ objectStore }).store, ...keys.backup },
});

/** Waits for the sample pictures, which are processed after the start. */
async function wholeHome(url) {
  const isWhole = async () => {
    const { data } = await siteAt(url).json('/main/home');
    return data.posts.length > 0 && data.snapshots.length > 0;
  };
  await until('the posts and photos of the home page', isWhole, { withinMs: 60_000, intervalMs: 250 });
}

/** Adds enough rows and objects for copying to take a while. */
async function fill(state, rows, objects) {
  const { databaseUrl, store: settings } = installationOf(state);
  const client = await connect(databaseUrl);
  await client.query(
    `INSERT INTO submissions.contact_messages (id, name, phone, email, feedback, created_at)
     SELECT gen_random_uuid(), 'Visitor ' || n, '5015550100', 'visitor' || n || '@example.org', repeat('Hail. ', 20), now() - n * interval '1 second'
     FROM generate_series(1, $1::int) AS n`,
    [rows],
  );
  await client.end();
  const store = openStore(settings);
  for (let made = 0; made < objects; made += 1) {
    const bytes = Buffer.alloc(20_000, createHash('sha512').update(String(made)).digest());
    // The gateway serves only IDs of version 7.
    const id = randomUUID().replace(/^(.{14})4/, (_all, start) => `${start}7`);
    await store.write(`public/snapshots/${id.slice(-2)}/${id}-640.jpg`, bytes, bytes.length, 'image/jpeg');
  }
}

function writeMessages(url) {
  let over = false;
  let sent = 0;
  let begun;
  const first = new Promise((resolve) => (begun = resolve));
  const ended = (async () => {
    while (!over) {
      const answer = await fetch(`${url}/main/contact-us`, {
        method: 'POST',
        body: new URLSearchParams({
          name: 'Ada',
          phone: '5015550100',
          email: 'ada@example.org',
          feedback: randomUUID(),
        }),
      });
      if (answer.status === 201) sent += 1;
      begun();
      await wait(20);
    }
  })();
  const stop = () => {
    over = true;
    return ended;
  };
  return { first, sent: () => sent, stop };
}

async function refusesFlipped({ folder, manifest }, copy, kind, identity) {
  cpSync(folder, copy, { recursive: true });
  const largest = (list) => [...list].sort((a, b) => b.sizeBytes - a.sizeBytes)[0];
  const file =
    kind === 'table'
      ? tableFile(copy, largest(manifest.tables), manifest)
      : objectFile(copy, largest(manifest.objects).key, manifest);
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)] ^= 1;
  writeFileSync(file, bytes);
  const faults = await verifyBackup(copy, readManifest(copy), identity);
  rmSync(copy, { recursive: true, force: true });
  if (faults.length !== 1) throw new Error(`${faults.length} faults were detected, not 1`);
  return faults[0];
}
