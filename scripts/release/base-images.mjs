/**
 * The digests of third-party images (`base-images.lock.json`). Dockerfile, compose and Kubernetes name confirmed images by
 * digest and the others by tag, so that they build without a registry. A release needs all of them confirmed.
 *
 *     node scripts/release/base-images.mjs check      the lock file lists exactly the images in use; needs no network
 *     node scripts/release/base-images.mjs release    a maintainer confirmed every digest in the last 90 days; needs no network
 *     node scripts/release/base-images.mjs verify     the registry has these digests under these names; 3: registry unreachable
 *     node scripts/release/base-images.mjs confirm NAME   the same, records that this maintainer checked them today, and applies them
 *     node scripts/release/base-images.mjs apply      writes the confirmed digests into Dockerfile, compose and Kubernetes
 *     node scripts/release/base-images.mjs update     records the tags' current digests; changed ones are not confirmed
 *     node scripts/release/base-images.mjs pins       build arguments for `docker compose build`
 *     node scripts/release/base-images.mjs override   a compose file with the digests of third-party containers
 *     node scripts/release/base-images.mjs kustomize  the same as the `images:` of a kustomization
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/checkout.mjs';
import { listComposeFiles, readComposeFiles } from '../lib/compose-files.mjs';
import { Unreachable, digestOf } from './registry.mjs';

/** @typedef {{ image: string, digest: string, argument?: string, confirmed?: { by: string, on: string } | null }} BaseImage */
/** @typedef {{ argument?: string, service?: string, digest?: string }} Use */

export const lockFile = join(root, 'base-images.lock.json');
/** @returns {BaseImage[]} */
export const readLock = () => JSON.parse(readFileSync(lockFile, 'utf8')).images;

/** By a maintainer, on a valid day. @param {BaseImage} image */
const isConfirmed = ({ confirmed }) => Boolean(confirmed?.by) && !Number.isNaN(Date.parse(confirmed?.on ?? ''));

const digestForm = /^sha256:[0-9a-f]{64}$/;
const isProjectImage = (/** @type {string} */ image) => image.startsWith('arkansas-weather/');

/** Returns images with their build argument or services. @param {string} [folder] */
export function imagesInUse(folder = root) {
  /** @type {Map<string, Use[]>} */
  const used = new Map();
  const add = (/** @type {string} */ reference, /** @type {Use} */ by) => {
    const [image = '', digest] = reference.split('@');
    used.set(image, [...(used.get(image) ?? []), digest === undefined ? by : { ...by, digest }]);
  };
  const dockerfile = readFileSync(join(folder, 'Dockerfile'), 'utf8');
  for (const [, name = '', image = ''] of dockerfile.matchAll(/^ARG (\w+_IMAGE)=(\S+)$/gm))
    add(image, { argument: name });
  for (const [, image = ''] of dockerfile.matchAll(/^FROM (\S+)/gm))
    if (!image.startsWith('${') && !new RegExp(`^FROM .* AS ${image}$`, 'm').test(dockerfile)) add(image, {});
  /** @type {{ services: Record<string, { image?: string }> }} */
  const { services } = readComposeFiles(folder);
  for (const [service, { image }] of Object.entries(services))
    if (image && !isProjectImage(image)) add(image, { service });
  for (const file of readdirSync(join(folder, 'k8s'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.ya?ml$/.test(file)) continue;
    const text = readFileSync(join(folder, 'k8s', file), 'utf8');
    for (const [, image = ''] of text.matchAll(/^\s*(?:- )?image: ['"]?([^\s'"{]+)/gm))
      if (!isProjectImage(image)) add(image, {});
  }
  return used;
}

/**
 * Returns what is wrong with the lock file or the uses of its images, in sentences; empty if nothing is.
 * @param {BaseImage[]} [lock]
 * @param {ReturnType<typeof imagesInUse>} [used]
 */
export function faultsOf(lock = readLock(), used = imagesInUse()) {
  const faults = [];
  const lockedImages = new Set(lock.map(({ image }) => image));
  for (const image of used.keys())
    if (!lockedImages.has(image)) faults.push(`${image} is used but not in the lock file`);
  for (const each of lock) {
    const { image, argument, digest } = each;
    const expected = isConfirmed(each) ? digest : undefined;
    const by = used.get(image);
    if (!by) faults.push(`${image} is in the lock file but not used`);
    else if (argument && !by.some((use) => use.argument === argument))
      faults.push(`${image} is in the lock file for ${argument}, which names another`);
    if (by?.some((use) => use.digest !== expected))
      faults.push(`${image} must be named by its ${expected ? 'confirmed digest' : 'tag'}; run base-images.mjs apply`);
    if (!digestForm.test(digest ?? '')) faults.push(`${image}: its digest is not sha256 and 64 hexadecimal digits`);
  }
  return faults;
}

const confirmedForDays = 90;

/**
 * Returns a sentence for each image without a recent confirmation by a maintainer.
 * @param {BaseImage[]} [lock]
 * @param {string} [today] "2026-11-26"
 */
export function unconfirmed(lock = readLock(), today = new Date().toISOString().slice(0, 10)) {
  const days = (/** @type {string} */ on) => (Date.parse(today) - Date.parse(on)) / 86_400_000;
  return lock.flatMap((each) => {
    const { image, confirmed } = each;
    if (!confirmed || !isConfirmed(each)) return [`${image}: no maintainer has confirmed its digest`];
    const { by, on } = confirmed;
    return days(on) > confirmedForDays
      ? [`${image}: ${by} confirmed its digest on ${on}, more than ${confirmedForDays} days ago`]
      : [];
  });
}

/**
 * Returns why no release can be made, in one sentence; undefined if one can.
 * @param {BaseImage[]} [lock]
 * @param {string} [today]
 */
export function findReleaseBlocker(lock = readLock(), today = undefined) {
  const open = unconfirmed(lock, today).map((sentence) => sentence.slice(0, sentence.indexOf(': ')));
  if (open.length === 0) return undefined;
  return `Can't release: no maintainer confirmed ${open.length === 1 ? 'the digest' : 'the digests'} of ${open.join(', ')} in the last ${confirmedForDays} days; docs/release.md explains how.`;
}

const namedFiles = (/** @type {string} */ folder) => [
  'Dockerfile',
  ...listComposeFiles(folder),
  ...readdirSync(join(folder, 'k8s'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ya?ml$/.test(file))
    .map((file) => join('k8s', file)),
];
const escaped = (/** @type {string} */ text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Names confirmed images by digest and all others by tag, in every file that names one.
 * @param {BaseImage[]} [lock]
 * @param {string} [folder]
 */
export function applyDigests(lock = readLock(), folder = root) {
  for (const name of namedFiles(folder)) {
    const file = join(folder, name);
    const before = readFileSync(file, 'utf8');
    let after = before;
    for (const each of lock) {
      const reference = new RegExp(`(?<![\\w./-])${escaped(each.image)}(?:@sha256:[0-9a-f]{64})?(?![\\w.@:-])`, 'g');
      after = after.replace(reference, pinned(each));
    }
    if (after !== before) writeFileSync(file, after);
  }
}

/**
 * Compares the lock file with the registry.
 * @param {BaseImage[]} lock
 * @param {import('./registry.mjs').RegistryOptions} [options]
 * @returns per image "ok", "moved" (the digest exists, the tag names a newer one) or "missing"
 * @throws Unreachable when a registry is unreachable
 */
export async function compare(lock, options) {
  const results = [];
  for (const { image, digest } of lock) {
    const recorded = await digestOf(image, digest, options);
    const tagged = await digestOf(image, image.slice(image.lastIndexOf(':') + 1), options);
    results.push({ image, tagged, result: recorded !== digest ? 'missing' : tagged === digest ? 'ok' : 'moved' });
  }
  return results;
}

/** By tag unless confirmed. @param {BaseImage} each */
const pinned = (each) => (isConfirmed(each) ? `${each.image}@${each.digest}` : each.image);
const print = (/** @type {string} */ line) => process.stdout.write(`${line}\n`);

/** @param {string[]} sentences @returns the exit code */
function complain(sentences) {
  for (const sentence of sentences) process.stderr.write(`${sentence}\n`);
  return sentences.length > 0 ? 1 : 0;
}

/** @param {BaseImage[]} images */
function writeLock(images) {
  const all = JSON.parse(readFileSync(lockFile, 'utf8'));
  writeFileSync(lockFile, `${JSON.stringify({ ...all, images }, null, 2)}\n`);
}

/** @param {BaseImage[]} lock @param {string} [by] */
async function verify(lock, by) {
  const results = await compare(lock);
  for (const { image, result } of results) print(`${result.padEnd(8)} ${image}`);
  const there = new Set(results.filter(({ result }) => result !== 'missing').map(({ image }) => image));
  if (by) {
    const confirmed = { by, on: new Date().toISOString().slice(0, 10) };
    writeLock(lock.map((each) => (there.has(each.image) ? { ...each, confirmed } : each)));
    applyDigests();
  }
  return there.size === lock.length ? 0 : 1;
}

/**
 * Each returns the exit code, by default 0.
 * @type {Record<string, (lock: BaseImage[], name?: string) => unknown>}
 */
const commands = {
  check: (lock) =>
    void print(`${lock.length} images in the lock file, ${unconfirmed(lock).length} not ready for release`),
  release(lock) {
    const blocker = findReleaseBlocker(lock);
    return blocker !== undefined && complain([blocker]);
  },
  verify: (lock) => verify(lock),
  confirm: (lock, name) => (name?.trim() ? verify(lock, name.trim()) : usage()),
  apply: (lock) => void applyDigests(lock),
  async update(lock) {
    const results = await compare(lock);
    const tagged = new Map(results.map((each) => [each.image, each.tagged]));
    writeLock(
      lock.map((each) => {
        const digest = tagged.get(each.image) ?? each.digest;
        return digest === each.digest ? each : { ...each, digest, confirmed: null };
      }),
    );
    applyDigests();
    return results.every((each) => each.tagged) ? 0 : 1;
  },
  pins(lock) {
    for (const each of lock)
      if (each.argument && isConfirmed(each)) print(`--build-arg ${each.argument}=${pinned(each)}`);
  },
  override(lock) {
    const used = imagesInUse();
    print('services:');
    for (const each of lock)
      for (const { service } of (isConfirmed(each) && used.get(each.image)) || [])
        if (service) print(`  ${service}: { image: '${pinned(each)}' }`);
  },
  kustomize(lock) {
    print('images:');
    for (const each of lock) {
      const { image, argument, digest } = each;
      if (!argument && isConfirmed(each))
        print(`  - { name: ${image.slice(0, image.lastIndexOf(':'))}, digest: '${digest}' }`);
    }
  },
};

function usage() {
  process.stderr.write(`usage: node scripts/release/base-images.mjs ${Object.keys(commands).join('|')} [NAME]\n`);
  return 64;
}

/** @param {string | undefined} command @param {string | undefined} name */
async function run(command, name) {
  const lock = readLock();
  const wrong = complain(faultsOf(lock));
  if (wrong && command !== 'update' && command !== 'apply') return wrong;
  return Number(await (commands[command ?? ''] ?? usage)(lock, name)) || 0;
}

if (process.argv[1] === import.meta.filename) {
  try {
    process.exitCode = await run(process.argv[2], process.argv[3]);
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    process.stderr.write(`NOT CHECKED: ${error.message}\n`);
    process.exitCode = 3;
  }
}
