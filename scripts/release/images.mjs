/**
 * Our own images, as compose builds them, for a release:
 *
 *     node scripts/release/images.mjs bake REPOSITORY VERSION REVISION   a file for `docker buildx bake`: pushes each image by its
 *                                                                        digest, with its provenance and bill of materials
 *     node scripts/release/images.mjs digests BUILT                      their names with digests, one per line
 *     node scripts/release/images.mjs kustomize BUILT                    the same as the `images:` of an overlay
 *
 * BUILT is the file that bake writes with --metadata-file.
 */
import { readFileSync } from 'node:fs';
import { currentState } from '../../regions/choice.mjs';
import { readComposeFiles } from '../lib/compose-files.mjs';
import { readLock, findReleaseBlocker } from './base-images.mjs';

/** @typedef {{ context: string, target: string, args?: Record<string, string> }} Build */

/** @typedef {{ image: string, build?: Build }} Service */

/** Returns images by name ("web"), with the Dockerfile's target and arguments. @returns {Record<string, Build>} */
export function listProjectImages() {
  /** @type {{ services: Record<string, Service> }} */
  const { services } = readComposeFiles();
  return Object.fromEntries(
    Object.values(services).flatMap(({ image, build }) =>
      build ? [[/^arkansas-weather\/([\w-]+):/.exec(image)?.[1], build]] : [],
    ),
  );
}

/**
 * Pins base images to the lock file's digests; sets no tags yet.
 * @param {string} repository
 * @param {string} version
 * @param {string} revision
 */
export function bakeFile(repository, version, revision) {
  const pins = readLock().filter(({ argument }) => argument);
  const shared = {
    VERSION: version,
    REVISION: revision,
    ...Object.fromEntries(pins.map(({ argument, image, digest }) => [argument, `${image}@${digest}`])),
  };
  const images = Object.entries(listProjectImages());
  return {
    group: { default: { targets: images.map(([name]) => name) } },
    target: Object.fromEntries(
      images.map(([name, { context, target, args }]) => [
        name,
        {
          context,
          target,
          args: { ...shared, ...args, ...(args?.STATE && { STATE: currentState() }) },
          attest: ['type=provenance,mode=max', 'type=sbom'],
          output: [`type=image,name=${repository}/${name},push=true,push-by-digest=true,name-canonical=true`],
        },
      ]),
    ),
  };
}

/**
 * Returns images by name, with the registry's name and the digest.
 * @param {Record<string, { 'image.name'?: string, 'containerimage.digest'?: string } | undefined>} metadata
 */
export function builtImages(metadata) {
  return Object.keys(listProjectImages()).map((name) => {
    const { 'image.name': image, 'containerimage.digest': digest } = metadata[name] ?? {};
    if (!image || !/^sha256:[0-9a-f]{64}$/.test(digest ?? '')) throw new Error(`${name} was not built`);
    return { name, image: image.replace(/[:@].*$/, ''), digest };
  });
}

class ReleaseError extends Error {}

/** @type {Record<string, (...args: string[]) => string>} */
const commands = {
  bake: (repository = '', version = '', revision = '') => {
    const blocker = findReleaseBlocker();
    if (blocker !== undefined) throw new ReleaseError(blocker);
    return JSON.stringify(bakeFile(repository, version, revision), null, 2);
  },
  digests: (file = '') =>
    read(file)
      .map(({ image, digest }) => `${image}@${digest}`)
      .join('\n'),
  kustomize(file = '') {
    /** @param {ReturnType<typeof builtImages>[number]} image */
    const line = ({ name, image, digest }) =>
      `  - { name: arkansas-weather/${name}, newName: ${image}, digest: '${digest}' }`;
    return ['images:', ...read(file).map(line)].join('\n');
  },
};
const read = (/** @type {string} */ file) => builtImages(JSON.parse(readFileSync(file, 'utf8')));

if (process.argv[1] === import.meta.filename) {
  const [name = '', ...args] = process.argv.slice(2);
  const command = commands[name];
  if (!command) throw new Error('usage: node scripts/release/images.mjs bake|digests|kustomize …');
  try {
    process.stdout.write(`${command(...args)}\n`);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
