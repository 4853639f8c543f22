/**
 * Builds workspaces into dist/ folders: contracts → services and gateway (swc, file by file, then bundled) → web (vite,
 * then compressed once, so that no server compresses per request).
 *
 *     --if-changed           only what changed since the last build
 *     --only FOLDER,FOLDER   only these workspaces and their imports
 *     --modules              doesn't bundle: images contain the packages anyway
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { stateFolder } from '../regions/choice.mjs';
import { bundle } from './lib/bundle.mjs';
import { root } from './lib/checkout.mjs';
import { filesBelow, fingerprints, hashFiles, isUnbuilt, selectWorkspaces, workspaces } from './lib/workspaces.mjs';
import { generateContracts } from './proto.mjs';

/** @typedef {import('./lib/workspaces.mjs').Workspace} Workspace */
/** @typedef {Map<string, [brotli: Buffer, gzip: Buffer]>} CompressedCache */

/**
 * Stores the fingerprint of the sources that a workspace was built from; missing during a build.
 * @param {string} folder
 */
const stampOf = (folder) => join(root, folder, 'dist/.build-stamp');
const removeStamp = (/** @type {string} */ folder) => rmSync(stampOf(folder), { force: true });
/** @param {string} folder */
const readStamp = (folder) => (existsSync(stampOf(folder)) ? readFileSync(stampOf(folder), 'utf8') : undefined);

/** @param {Workspace} workspace */
async function compile({ folder, sources, without = [] }) {
  const from = join(root, folder, sources);
  const to = join(root, folder, 'dist');
  rmSync(to, { recursive: true, force: true });
  const isIncluded = (/** @type {string} */ path) => !without.some((name) => path.startsWith(join(from, name, sep)));
  await compileFiles(from, to, isIncluded);
}

/** Compiles the facts and the data of the chosen state, and no other's, into regions/dist/chosen. */
async function compileSelectedState() {
  const to = join(root, 'regions/dist/chosen');
  const from = stateFolder();
  await compileFiles(from, to);
  cpSync(from, to, { recursive: true, filter: (path) => !/\.(ts|md)$/.test(path) });
  const { nginxNames } = await import('../regions/facts.mjs');
  writeFileSync(join(root, 'regions/dist/nginx.conf'), nginxNames);
}

/**
 * Compiles the wanted files below `from` to the same paths below `to`.
 * @param {string} from
 * @param {string} to
 * @param {(path: string) => boolean} [isIncluded]
 */
async function compileFiles(from, to, isIncluded = () => true) {
  if (!existsSync(from)) return;
  const { transformFile } = await import('@swc/core');
  const sources = [...filesBelow(from)].filter(
    (path) => extname(path) === '.ts' && !isUnbuilt(path) && isIncluded(path),
  );
  await Promise.all(
    sources.map(async (path) => {
      const { code, map } = await transformFile(path, { configFile: join(root, '.swcrc'), exclude: [] });
      const target = join(to, relative(from, path)).replace(/\.ts$/, '.js');
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, `${code}\n//# sourceMappingURL=${basename(target)}.map\n`);
      if (map) writeFileSync(`${target}.map`, map);
    }),
  );
}

const webDist = join(root, 'web/dist');
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Files that are served: those in hidden folders aren't. */
const filesToCompress = () =>
  [...filesBelow(webDist)].filter(
    (path) => /\.(js|css|svg|json|webmanifest|txt|ico|mjs)$/.test(path) && !relative(webDist, path).startsWith('.'),
  );

/**
 * Returns the compressed files of the last build, by the hash of their content. The map libraries alone take ten
 * seconds to compress, and only change with an update.
 */
function compressedBefore() {
  const compressedCache = new Map();
  for (const path of filesToCompress()) {
    if (existsSync(`${path}.gz`))
      compressedCache.set(hashFiles([path], dirname(path)), [readFileSync(`${path}.br`), readFileSync(`${path}.gz`)]);
  }
  return compressedCache;
}

/** Writes the compressed forms of a file next to it. @param {string} path @param {CompressedCache} compressedCache */
async function compress(path, compressedCache) {
  const bytes = readFileSync(path);
  if (bytes.length < 512) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [brotli, gzipped] =
    compressedCache.get(hashFiles([path], dirname(path))) ??
    (await Promise.all([compressBrotli(bytes, { params }), compressGzip(bytes, { level: 9 })]));
  writeFileSync(`${path}.br`, brotli);
  writeFileSync(`${path}.gz`, gzipped);
}

/** @param {CompressedCache} compressedCache */
async function buildWeb(compressedCache) {
  removeStamp('web');
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    // Set here, because with NODE_ENV "test" or "development" React includes its checks and is half as large again.
    { cwd: join(root, 'web'), stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  );
  const [status] = await once(vite, 'exit');
  if (status !== 0) throw new Error('The web build failed.');
  await Promise.all(filesToCompress().map((path) => compress(path, compressedCache)));
}

/**
 * Compiles and bundles everything but web, in dependency order.
 * @param {Workspace[]} stale
 * @param {{ bundled: boolean, finish: (folder: string) => void }} options
 */
async function buildServices(stale, { bundled, finish }) {
  for (const workspace of stale) {
    const { folder, programs } = workspace;
    removeStamp(folder);
    await compile(workspace);
    if (folder === 'regions') await compileSelectedState();
    if (bundled && programs) await bundle(folder, programs);
    finish(folder);
  }
}

/**
 * Builds workspaces. An interrupted build leaves its unfinished workspaces without a stamp, so the next one builds
 * them.
 * @param {{ ifChanged?: boolean, bundled?: boolean, only?: string[] }} [options] `ifChanged` skips unchanged
 *   workspaces; `bundled: false` doesn't bundle programs; `only` builds these folders and their imports
 * @returns {Promise<string>} a fingerprint of the whole build: differs when the running code differs
 * @throws Error in a sentence when a build fails or `only` names something other than a workspace
 */
export async function build({ ifChanged = false, bundled = true, only } = {}) {
  const selected = selectWorkspaces(only);
  const stamps = fingerprints({ bundled });
  const stale = selected.filter(({ folder }) => !ifChanged || readStamp(folder) !== stamps.get(folder));
  const withWeb = stale.some(({ folder }) => folder === 'web');
  // Files of an interrupted build may be truncated.
  const compressedCache = withWeb && ifChanged && readStamp('web') ? compressedBefore() : new Map();
  generateContracts({ ifChanged });
  const finish = (/** @type {string} */ folder) => writeFileSync(stampOf(folder), stamps.get(folder) ?? '');
  const others = stale.filter(({ folder }) => folder !== 'web');
  const outcomes = await Promise.allSettled([
    buildServices(others, { bundled, finish }),
    withWeb && buildWeb(compressedCache),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  // Web's stamp comes last: .ci/run waits for it as the sign that the build is complete.
  if (withWeb) finish('web');
  const built = workspaces.map(({ folder }) => `${folder} ${readStamp(folder)}`);
  return createHash('sha256').update(built.join('\n')).digest('hex').slice(0, 16);
}

if (process.argv[1] === import.meta.filename) {
  try {
    const { values } = parseArgs({
      options: { 'if-changed': { type: 'boolean' }, modules: { type: 'boolean' }, only: { type: 'string' } },
    });
    await build({ ifChanged: values['if-changed'], bundled: !values.modules, only: values.only?.split(',') });
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    process.exit(1);
  }
}
