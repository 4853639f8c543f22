import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { chosenState, stateCodes, stateFolder } from '../state/choice.mjs';
import { bundle } from './lib/bundle.mjs';
import { root } from './lib/checkout.mjs';
import { generateContracts } from './proto.mjs';

/**
 * Builds everything into dist/ folders: contracts → services and gateway (swc, file by file) → web (vite, then compressed once,
 * so that no server compresses per request). With --if-changed only when a source changed since the last build; with --modules every
 * module stays a file of its own: images hold the packages anyway.
 */

const stampFile = join(root, 'web/dist/.build-stamp');

/**
 * Where each workspace's sources are, below the root, and which of its files are run as a process. `proto` has its files beside
 * package.json.
 */
const workspaces = [
  // Only what all states share: the rest is put beside it.
  { folder: 'state', sources: '.', without: stateCodes.map((code) => code.toLowerCase()) },
  { folder: 'proto', sources: '.' },
  { folder: 'services/platform', sources: 'src' },
  { folder: 'services/content', sources: 'src', programs: ['main', 'migrate', 'seed', 'verify-log'] },
  {
    folder: 'services/submissions',
    sources: 'src',
    programs: [
      'main',
      'worker',
      'picture-worker',
      'worker/newsletter-process',
      'worker/picture-process',
      'migrate',
      'seed',
      'verify-log',
    ],
  },
  { folder: 'services/auth', sources: 'src', programs: ['main', 'migrate', 'reset-second-factor', 'verify-log'] },
  { folder: 'services/weather-proxy', sources: 'src', programs: ['main', 'migrate'] },
  { folder: 'services/notifications', sources: 'src', programs: ['main', 'sender', 'migrate', 'verify-log'] },
  { folder: 'gateway', sources: 'src', programs: ['main'] },
  { folder: 'tests', sources: '.', only: 'simulator' },
];

const skipped = new Set(['node_modules', 'dist', 'testing', 'e2e', 'support', '.data']);

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** A fingerprint of all sources: changes when any file is added, removed or edited. */
export function sourceStamp() {
  const hash = createHash('sha256').update(`${chosenState()}\n`);
  const folders = [
    ...workspaces.map(({ folder, sources, only }) => join(root, folder, sources, only ?? '')),
    join(root, 'web'),
  ];
  for (const folder of folders) {
    if (!existsSync(folder)) continue;
    for (const path of [...filesBelow(folder)].sort()) {
      if (path.includes(join(sep, 'gen', sep))) continue;
      const { size, mtimeMs } = statSync(path);
      hash.update(`${relative(root, path)} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function compile({ folder, sources, only, without = [] }) {
  const from = join(root, folder, sources);
  const to = join(root, folder, 'dist');
  rmSync(to, { recursive: true, force: true });
  const isWanted = (path) => !without.some((name) => path.startsWith(join(from, name, sep)));
  await compileFiles(from, to, { start: only ? join(from, only) : from, isWanted });
}

/** The facts and the data of the chosen state, and no other's, as state/dist/chosen. */
async function compileChosenState() {
  const to = join(root, 'state/dist/chosen');
  const from = stateFolder();
  await compileFiles(from, to);
  cpSync(from, to, { recursive: true, filter: (path) => !/\.(ts|md)$/.test(path) });
  const { nginxNames } = await import('./lib/state.mjs');
  writeFileSync(join(root, 'state/dist/nginx.conf'), nginxNames);
}

/** Compiles what is wanted below `start`, and puts it below `to` as it is below `from`. */
async function compileFiles(from, to, { start = from, isWanted = () => true } = {}) {
  if (!existsSync(start)) return;
  const { transformFile } = await import('@swc/core');
  const wanted = [...filesBelow(start)].filter(
    (path) =>
      extname(path) === '.ts' &&
      !/\.(test|d)\.ts$/.test(path) &&
      !path.includes(join(sep, 'gen', 'web', sep)) &&
      isWanted(path),
  );
  for (const path of wanted) {
    const { code, map } = await transformFile(path, { configFile: join(root, '.swcrc'), exclude: [] });
    const target = join(to, relative(from, path)).replace(/\.ts$/, '.js');
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`);
    if (map) writeFileSync(`${target}.map`, map);
  }
}

function buildWeb() {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    // Set here, because under "test" or "development" React would include its checks and be half as large again.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('The web build failed.');
  for (const path of filesBelow(join(root, 'web/dist'))) {
    if (!/\.(js|css|svg|json|webmanifest|txt|ico|mjs)$/.test(path)) continue;
    const bytes = readFileSync(path);
    if (bytes.length < 512) continue;
    const brotli = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: brotli }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}

/**
 * Builds everything; with `ifChanged` only when a source changed since the last build, with `bundled: false` without putting programs
 * into a few files.
 * @returns the stamp of the sources
 */
export async function build({ ifChanged = false, bundled = true } = {}) {
  const stamp = sourceStamp();
  if (ifChanged && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return stamp;
  // A build that is interrupted, perhaps for another state, must not pass for the last one.
  rmSync(stampFile, { force: true });
  generateContracts();
  for (const workspace of workspaces) await compile(workspace);
  await compileChosenState();
  for (const { folder, programs } of workspaces) if (bundled && programs) await bundle(folder, programs);
  buildWeb();
  writeFileSync(stampFile, stamp);
  return stamp;
}

if (process.argv[1] === import.meta.filename) {
  await build({ ifChanged: process.argv.includes('--if-changed'), bundled: !process.argv.includes('--modules') }).catch(
    (error) => {
      process.stderr.write(`${error.message}\n`);
      process.exit(1);
    },
  );
}
