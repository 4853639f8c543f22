/**
 * The product's dependencies, checked against the lock file:
 *
 *     node scripts/release/supply-chain.mjs lock              every package has a checksum, comes from the registry, and runs on the
 *                                                       oldest supported Node
 *     node scripts/release/supply-chain.mjs advisories        no package has a known advisory, in the repository's list or the
 *                                                       registry. 3: registry unreachable, nothing found in the list
 *     node scripts/release/supply-chain.mjs sbom [FILE]       writes the bill of materials (CycloneDX), and checks that it is complete
 */
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../lib/checkout.mjs';
import '../lib/ensure-tools.mjs';

const { satisfies } = await import('semver');

/**
 * @typedef {object} LockEntry
 * @property {string} [name]
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {{ node?: string }} [engines]
 * @property {boolean} [dev]
 * @property {boolean} [devOptional]
 * @property {boolean} [optional]
 * @property {boolean} [peer]
 * @property {boolean} [link]
 * @property {boolean} [inBundle]
 */
/** @typedef {{ packages: Record<string, LockEntry> }} Lock */
/** @typedef {{ package: string, vulnerable: string, id: string, title: string }} Advisory */
/** @typedef {{ name: string, severity: string, range: string, via: (string | { title: string })[] }} Vulnerability */
/**
 * @typedef {{ group?: string, name: string, version: string, purl?: string, components?: Component[] }} Component
 * @typedef {{ bomFormat?: string, specVersion?: string, components?: Component[] }} Bill in CycloneDX
 */

const oldestNode = '20.19.0';

/** Packages that require a newer Node but work with ours, with the reason. @type {Record<string, string>} */
export const newerNodeRequirements = {
  'file-type':
    "required by @nestjs/common only for FileTypeValidator, which loads it on first use; we don't use it (uploads/image-check.ts detects picture types)",
  '@mapbox/jsonlint-lines-primitives': 'part of the pages (maplibre-gl), built into them: never loaded by Node',
};

/** @returns {Lock} */
export const readLock = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));

/** Returns the lock file's installed packages with path and name, without workspaces. @param {Lock} lock */
export function packagesOf(lock) {
  return Object.entries(lock.packages).flatMap(([path, entry]) => {
    const at = path.lastIndexOf('node_modules/');
    if (at < 0 || entry.link) return [];
    return [{ ...entry, path, name: entry.name ?? path.slice(at + 'node_modules/'.length) }];
  });
}

/** Returns a sentence for each fault. @param {Lock} lock */
export function lockFaults(lock) {
  const faults = [];
  const excused = new Set();
  for (const { name, version, path, resolved, integrity, engines, dev, inBundle } of packagesOf(lock)) {
    const what = `${name} ${version} (${path})`;
    if (!inBundle) {
      if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')) faults.push(`${what} has no SHA-512 checksum`);
      // Without an address it comes from npm's configured registry.
      if (resolved) faults.push(`${what} does not come from the registry`);
    }
    if (dev || !engines?.node || satisfies(oldestNode, engines.node)) continue;
    if (newerNodeRequirements[name]) excused.add(name);
    else faults.push(`${what} requires Node ${engines.node}; we support ${oldestNode}`);
  }
  for (const name of Object.keys(newerNodeRequirements))
    if (!excused.has(name)) faults.push(`${name} no longer requires a newer Node: remove it from the exceptions`);
  return faults;
}

/**
 * Returns the installed packages with a known advisory, in words.
 * @param {Lock} lock
 * @param {{ advisories: Advisory[] }} options
 */
export function matchAdvisories(lock, { advisories }) {
  return packagesOf(lock).flatMap(({ name, version = '', path }) =>
    advisories
      .filter((each) => each.package === name && satisfies(version, each.vulnerable, { includePrerelease: true }))
      .map(({ id, title }) => `${name} ${version} (${path}): ${id}, ${title}`),
  );
}

const run = promisify(execFile);

/**
 * @param {{ command?: string, cwd?: string }} [options]
 * @returns a sentence for each advisory, or undefined when the registry is unreachable
 */
export async function registryAdvisories({ command = 'npm', cwd = root } = {}) {
  const args = ['audit', '--omit=dev', '--json', '--package-lock-only'];
  const { stdout } = await run(command, args, { cwd, maxBuffer: 50_000_000, timeout: 120_000 }).catch((error) => error);
  let report;
  try {
    report = JSON.parse(stdout ?? '');
  } catch {
    return undefined;
  }
  // An error response has no count.
  if (!report.vulnerabilities || !Number.isInteger(report.metadata?.vulnerabilities?.total)) return undefined;
  return /** @type {Vulnerability[]} */ (Object.values(report.vulnerabilities)).map(
    ({ name, severity, range, via }) =>
      `${name} ${range} (${severity}): ${via.map((each) => (typeof each === 'string' ? each : each.title)).join('; ')}`,
  );
}

/** Checks that a bill lists every production dependency with a checksum. @param {Bill} bill @param {Lock} lock */
export function billFaults(bill, lock) {
  if (bill.bomFormat !== 'CycloneDX' || !bill.specVersion) return ['this is not a CycloneDX document'];
  const faults = [];
  /** @type {Map<string, Component>} */
  const listed = new Map();
  const walk = (/** @type {Component[]} */ components = []) => {
    for (const component of components) {
      const name = component.group ? `${component.group}/${component.name}` : component.name;
      listed.set(`${name}@${component.version}`, component);
      walk(component.components);
    }
  };
  walk(bill.components);
  for (const { name, version, dev, devOptional, optional, peer } of packagesOf(lock)) {
    // May be missing here: installed only on other platforms.
    if (dev || devOptional || optional || peer) continue;
    if (!listed.has(`${name}@${version}`)) faults.push(`${name} ${version} is missing`);
  }
  for (const [what, { purl }] of listed) if (!purl && !what.startsWith('@site/')) faults.push(`${what} has no purl`);
  return faults;
}

/**
 * Ignores npm's verdict, which is "invalid" when a single optional dependency is unmet; `billFaults` checks
 * completeness.
 * @param {string} file
 * @returns {Promise<Bill>}
 */
export async function makeBill(file) {
  mkdirSync(dirname(file), { recursive: true });
  const args = [
    ...['--omit', 'dev', '--package-lock-only', '--ignore-npm-errors'],
    ...['--output-reproducible', '--output-format', 'JSON', '--validate', '--output-file', file],
  ];
  await run('npx', ['--no-install', 'cyclonedx-npm', ...args], { cwd: root, maxBuffer: 50_000_000 });
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** @param {string[]} faults @param {string} good */
function tell(faults, good) {
  for (const problem of faults) process.stderr.write(`${problem}\n`);
  if (faults.length === 0) process.stdout.write(`${good}\n`);
  return faults.length === 0 ? 0 : 1;
}

/** Each returns its exit code. @type {Record<string, (file?: string) => number | Promise<number>>} */
const commands = {
  lock() {
    const lock = readLock();
    const all = packagesOf(lock);
    const running = all.filter(({ dev }) => !dev).length;
    const good = `${all.length} packages, ${running} of them at run time: checksums, origin, Node ${oldestNode}`;
    return tell(lockFaults(lock), good);
  },
  async advisories() {
    const list = JSON.parse(readFileSync(join(import.meta.dirname, 'advisories.json'), 'utf8'));
    const good = `list of ${list.read}: ${list.advisories.length} entries, none applies`;
    const exitCode = tell(matchAdvisories(readLock(), list), good);
    const found = await registryAdvisories();
    if (!found) process.stderr.write('NOT CHECKED: the registry does not serve advisories here\n');
    else if (tell(found, 'registry: no advisories') !== 0) return 1;
    return exitCode || (found ? 0 : 3);
  },
  async sbom(file = join(root, 'out/sbom.cdx.json')) {
    const bill = await makeBill(file);
    const good = `${file}: CycloneDX ${bill.specVersion}, ${bill.components?.length} components`;
    return tell(billFaults(bill, readLock()), good);
  },
};

function usage() {
  process.stderr.write('usage: node scripts/release/supply-chain.mjs lock|advisories|sbom [FILE]\n');
  return 64;
}

if (process.argv[1] === import.meta.filename) {
  const [command = '', file] = process.argv.slice(2);
  process.exitCode = await (commands[command] ?? usage)(file);
}
