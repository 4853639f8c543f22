import { spawnSync } from 'node:child_process';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import ts from 'typescript';
import { root } from '../../lib/checkout.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { until } from '../../lib/until.mjs';
import { call, patiently } from '../lib/site.mjs';

export const name = 'S-37';
export const title = 'access by a local user or a subscriber';
export const rule =
  'Stores have no secrets of others, other users can read nothing below the data folder, invented push hosts get no label, a service cannot make the log forget existing records, and no text on the NWWS-OI feed slows down its parser.';

/** Environments of our processes and of the programs that local mode starts beside them; Linux only. */
function environments(product, canaries, { checks, rows }) {
  const postmaster = [join(product.dataDir, 'postgres'), ...elsewhere()].map((folder) =>
    join(folder, 'postmaster.pid'),
  );
  const pids = {
    ...product.pids(),
    postgres: Number(readFileSync(postmaster.find((file) => existsSync(file)) ?? '', 'utf8').split('\n')[0]),
  };
  for (const [process, pid] of Object.entries(pids)) {
    const environment = readFileSync(`/proc/${pid}/environ`, 'utf8');
    for (const [variable, value] of Object.entries(canaries)) {
      const may = variable === 'ADMIN_PASSWORD' && process === 'auth';
      checks.that(may || !environment.includes(value), `${process} got ${variable} from the launcher`);
    }
  }
  rows.push({ what: 'processes whose environment was read', count: Object.keys(pids).length });
}

/** When started as root below a closed folder, Postgres keeps its data here. */
function elsewhere() {
  const folder = '/var/lib/arkansas-weather';
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, 'data')) : [];
}

/** Checks everything below the data folder by its permissions and, as root, by reading it as another user. */
function files(dataDir, { checks, rows }) {
  const open = [];
  let count = 0;
  const walk = (path) => {
    const entry = lstatSync(path);
    if (entry.isSymbolicLink()) return;
    count += 1;
    if ((entry.mode & 0o007) !== 0) open.push(path.slice(dataDir.length));
    if (entry.isDirectory()) for (const each of readdirSync(path)) walk(join(path, each));
  };
  walk(dataDir);
  checks.that(
    open.length === 0,
    `other users can access ${open.length} files below the data folder: ${open.slice(0, 3)}`,
  );
  if (process.getuid() === 0) {
    const { stdout } = spawnSync('find', [dataDir, '-type', 'f', '-readable'], {
      uid: 65_534,
      gid: 65_534,
      encoding: 'utf8',
    });
    checks.that(stdout === '', `the user "nobody" can read ${stdout.split('\n')[0]}`);
  }
  rows.push({ what: 'files and folders', count });
}

/** Subscribes with hosts that match a wildcard but don't exist. */
async function inventedHosts(product, { checks, rows }) {
  const hosts = Array.from({ length: 20 }, () => `s37-${randomBytes(6).toString('hex')}`);
  for (const [n, host] of hosts.entries()) {
    const push = {
      endpoint: `https://${host}.notify.windows.com/w/?token=${randomUUID()}`,
      p256dh: createECDH('prime256v1').generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    };
    const { status, text } = await patiently(product, 'POST', '/main/notifications/subscribe', {
      json: { wishes: { counties: ['05119'], kinds: ['tornado'], least_level: 3 }, consent_version: '2026-11', push },
      headers: { 'X-Forwarded-For': `198.51.${n}.1`, 'Idempotency-Key': randomUUID() },
    });
    checks.that(status === 202, `a sign-up returned ${status}: ${text.slice(0, 100)}`);
  }
  const { metrics } = product.state().ports.notifications;
  const figures = async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
  await until('a push to an invented host', async () => /^push_sends_total\{/m.test(await figures()), {
    withinMs: 90_000,
  });
  const labels = (await figures()).split('\n').filter((line) => /^push_/.test(line) && line.includes('s37-'));
  checks.that(labels.length === 0, `${labels.length} metrics are labeled by invented hosts`);
  rows.push({ what: 'invented push hosts', count: hosts.length });
}

/** A process with a service's rights, and the label of an existing post. */
async function labelsThatStay(product, { checks }) {
  const token = await product.signIn();
  const { json } = await call(product, 'POST', '/admin/main/faqs/create', {
    token,
    multipart: { question: 'Does the log forget this question?', answer: 'It does not.' },
  });
  const [{ id }] = await product.query(`SELECT id FROM content.faqs WHERE question LIKE 'Does the log forget%'`);
  checks.that(Boolean(id), `a question returned ${JSON.stringify(json)}`);
  const labels = async () =>
    (
      await product.query(`SELECT count(*)::int FROM content.audit WHERE subject_id = '${id}' AND subject_label <> ''`)
    )[0].count;
  const before = await labels();
  checks.that(before > 0, 'the log has no label of a new question');
  const { databaseUrl } = product.state();
  const { contentPassword: password } = JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8'));
  const service = new pg.Client({
    connectionString: Object.assign(new URL(databaseUrl), { username: 'content', password }).href,
    options: '-c search_path=content',
  });
  await service.connect();
  await service.query('SELECT audit_forget_labels($1)', [[id]]).catch(() => undefined);
  await service.end();
  checks.that((await labels()) === before, 'a service made the log forget the label of an existing question');
}

/** Half of what the oldest expression took for 64 kB; a linear one needs far less. */
const longestMs = 500;

async function textsOfTheWire({ checks, rows, quick }) {
  const source = readFileSync(join(root, 'services/weather-proxy/src/nwws/ugc.ts'), 'utf8');
  const { outputText } = ts.transpileModule(source, { compilerOptions: { module: 'esnext', target: 'es2023' } });
  const { readUgc } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  const startedAt = performance.now();
  readUgc('ARC085-\n'.repeat(16_000));
  const ms = Math.round(performance.now() - startedAt);
  checks.that(ms < longestMs, `128 kB of codes took ${ms} ms`);
  rows.push({ what: 'ms for 128 kB of codes', count: ms });
  const only = quick
    ? ['services/weather-proxy/src/nwws/ugc.ts', 'domain/email-address.ts', 'domain/weather/storm-track.ts']
    : [];
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/check/patterns.mjs'), ...only], {
    encoding: 'utf8',
  });
  checks.that(status === 0, `regular expressions are rejected: ${stdout.split('\n')[0]}`);
}

export async function run({ product: start, say, checks, rows, quick }) {
  const canaries = {
    ADMIN_PASSWORD: `Canary-${randomBytes(9).toString('hex')}`,
    S37_KEY_OF_ANOTHER_PROGRAM: `canary-${randomBytes(9).toString('hex')}`,
  };
  // Permissions as an earlier version left them: open, with a photo that other users can read.
  const dataDir = newFolder('data-of-before');
  mkdirSync(join(dataDir, 'objects/arkansas-weather/pending'), { recursive: true, mode: 0o755 });
  writeFileSync(join(dataDir, 'objects/arkansas-weather/pending/photo'), 'unmoderated', { mode: 0o644 });
  const product = await start({
    fresh: true,
    dataDir,
    environment: { ...canaries, TRUSTED_PROXY_CIDR: '127.0.0.1/32' },
  });
  const report = { checks, rows, quick };
  environments(product, canaries, report);
  say('invented push hosts');
  await inventedHosts(product, report);
  say('labels of the log');
  await labelsThatStay(product, report);
  say('texts of the feed');
  await textsOfTheWire(report);
  files(dataDir, report);
}
