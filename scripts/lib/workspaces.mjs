/**
 * The workspaces that have a build, and the fingerprint of their sources. A workspace is rebuilt when its fingerprint
 * differs from the one in its dist/. It ignores modification times, which a checkout changes.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { currentState, stateCodes } from '../../regions/choice.mjs';
import { root as checkout } from './checkout.mjs';

/** @typedef {{ folder: string, sources: string, without?: string[], programs?: string[] }} Workspace */

/**
 * In dependency order. `sources` is the compiled folder, `without` excluded parts, and `programs` the files that run as
 * a process.
 * @type {Workspace[]}
 */
export const workspaces = [
  // Without other states' folders; `filesOf` adds the chosen one.
  { folder: 'regions', sources: '.', without: stateCodes.map((code) => code.toLowerCase()) },
  { folder: 'domain', sources: '.' },
  { folder: 'proto', sources: '.' },
  { folder: 'services/platform', sources: 'src' },
  { folder: 'services/content', sources: 'src', programs: ['main', 'migrate', 'seed', 'verify-log'] },
  {
    folder: 'services/submissions',
    sources: 'src',
    programs: ['main', 'worker', 'picture-worker', 'migrate', 'seed', 'verify-log'],
  },
  { folder: 'services/auth', sources: 'src', programs: ['main', 'migrate', 'reset-second-factor', 'verify-log'] },
  { folder: 'services/weather-proxy', sources: 'src', programs: ['main', 'migrate', 'nowcast/rain-worker'] },
  { folder: 'services/notifications', sources: 'src', programs: ['main', 'sender', 'migrate', 'verify-log'] },
  { folder: 'gateway', sources: 'src', programs: ['main'] },
  { folder: 'simulator', sources: '.' },
  { folder: 'web', sources: '.', without: ['nginx'] },
];

const skippedFolders = new Set(['node_modules', 'dist', 'testing', 'e2e', 'support', '.data']);

/** Skips installed packages, builds and test helpers. @param {string} folder @returns {Generator<string, void>} */
export function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (skippedFolders.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

/** Whether a source file doesn't affect a build: tests, declarations and documentation. @param {string} path */
export const isUnbuilt = (path) => /\.((test|d)\.[cm]?tsx?|md)$/.test(path);

/** @param {Workspace} workspace */
const toolsOf = ({ folder, programs }) => [
  'package-lock.json',
  '.swcrc',
  'scripts/build.mjs',
  'scripts/proto.mjs',
  'scripts/lib/workspaces.mjs',
  ...(programs ? ['scripts/lib/bundle.mjs'] : []),
  ...(folder === 'regions' || folder === 'web' ? ['regions/facts.mjs'] : []),
  ...(folder === 'web' ? ['tsconfig.base.json'] : []),
];

/** @param {Workspace} workspace @param {string} root */
function filesOf(workspace, root) {
  const { folder, sources, without = [] } = workspace;
  const below = (/** @type {string[]} */ ...parts) => join(root, folder, ...parts);
  const left = [...without.map((name) => below(name, sep)), below('gen', sep)];
  const folders = [below(sources), ...(folder === 'regions' ? [below(currentState().toLowerCase())] : [])];
  const found = folders.flatMap((each, index) =>
    [...filesBelow(each)].filter((path) => index > 0 || !left.some((start) => path.startsWith(start))),
  );
  const others = [below('package.json'), ...toolsOf(workspace).map((path) => join(root, path))];
  return [...new Set([...found, ...others])].filter((path) => existsSync(path) && !isUnbuilt(path)).sort();
}

/** Reads the workspace's package.json. @param {string} folder @param {string} root @param {...string} kinds */
function importsOf(folder, root, ...kinds) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const names = kinds.flatMap((kind) => Object.keys(manifest[kind] ?? {}));
  return workspaces.map((each) => each.folder).filter((each) => names.includes(`@site/${each.split('/').at(-1)}`));
}

/** Hashes contents and paths below the root. @param {string[]} paths */
export function hashFiles(paths, root = checkout) {
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = readFileSync(path);
    hash.update(`${relative(root, path)} ${content.length}\n`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Fingerprints what each workspace is built from: sources, dependencies, build tools and settings.
 * @param {{ bundled?: boolean, root?: string }} [options] whether programs are bundled; another checkout
 * @returns {Map<string, string>} by folder, dependencies first
 */
export function fingerprints({ bundled = true, root = checkout } = {}) {
  const found = new Map();
  for (const workspace of workspaces) {
    const { folder, programs } = workspace;
    const parts = [
      hashFiles(filesOf(workspace, root), root),
      folder === 'regions' ? currentState() : '',
      programs && bundled ? 'bundled' : '',
      ...importsOf(folder, root, 'dependencies').map((each) => found.get(each)),
    ];
    found.set(folder, createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 16));
  }
  return found;
}

/**
 * Selects workspaces and all they import, dependencies first.
 * @param {string[] | undefined} folders below the root; all workspaces if undefined
 * @throws Error that names a folder that isn't a workspace with a build
 */
export function selectWorkspaces(folders, root = checkout) {
  const available = workspaces.map(({ folder }) => folder);
  if (!folders) return workspaces;
  const selected = new Set();
  const select = (/** @type {string} */ folder) => {
    if (!available.includes(folder)) throw new Error(`"${folder}" has no build; workspaces: ${available.join(', ')}`);
    if (selected.has(folder)) return;
    selected.add(folder);
    // The simulator lists imported workspaces as devDependencies.
    for (const each of importsOf(folder, root, 'dependencies', 'devDependencies')) select(each);
  };
  folders.forEach(select);
  return workspaces.filter(({ folder }) => selected.has(folder));
}
