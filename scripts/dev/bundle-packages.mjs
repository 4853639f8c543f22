/**
 * Bundles the packages that services import, once per lock file. Node needs four seconds of CPU time to load a
 * service's 1,700 package modules, and half a second with these bundles.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { isExternal, preserveAddresses, onLog, putAddresses } from '../lib/bundle.mjs';
import { root } from '../lib/checkout.mjs';

/** @typedef {Record<string, { specifier: string, from: string }>} Entries */

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
  .slice(0, 12);
const folder = join(root, 'node_modules/.cache/dev-packages', lock);
const list = join(folder, 'packages.json');

const isName = /^(?!__esModule$)[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** @param {string} specifier @param {string} home where the package is resolved, below the root */
const nameOf = (specifier, home) => `${home}/${specifier}`.replace(/^\//, '').replace(/[^\w.-]/g, '_');

/** Returns a file that exists after `bundlePackages`. @param {string} specifier @param {string} home */
export const fileOfPackage = (specifier, home) => join(folder, `${nameOf(specifier, home)}.js`);

/** A CommonJS module's exports are known only at run time. */
const lister = `
  import { createRequire } from 'node:module';
  import { pathToFileURL } from 'node:url';
  const lists = {};
  for (const [name, { specifier, from }] of Object.entries(JSON.parse(process.argv[1])))
    lists[name] = Object.keys(await import(import.meta.resolve(specifier, pathToFileURL(from))));
  process.stdout.write(JSON.stringify(lists), () => process.exit(0));
`;

/** @param {Entries} entries @returns {Promise<Record<string, string[]>>} */
async function exportsOf(entries) {
  const args = ['--experimental-import-meta-resolve', '--input-type=module', '--eval', lister, JSON.stringify(entries)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 1e8 });
  return JSON.parse(stdout);
}

/** @returns {Entries} */
const readList = () => (existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {});

/** @param {{ specifier: string, home: string }[]} packages those already bundled are skipped */
export async function bundlePackages(packages) {
  const existing = readList();
  const missing = packages.filter(({ specifier, home }) => !existing[nameOf(specifier, home)]);
  if (missing.length === 0) return;
  const entries = { ...existing };
  for (const { specifier, home } of missing)
    entries[nameOf(specifier, home)] = { specifier, from: join(root, home, 'package.json') };
  const exported = await exportsOf(entries);
  const mark = '\0package:';
  const build = await rolldown({
    input: Object.fromEntries(Object.keys(entries).map((name) => [name, `${mark}${name}`])),
    cwd: root,
    platform: 'node',
    checks: { bundlerTimings: false },
    external: isExternal,
    shimMissingExports: true,
    onLog,
    plugins: [
      {
        name: 'packages',
        async resolveId(id, importer) {
          if (id.startsWith(mark)) return id;
          if (!importer?.startsWith(mark)) return null;
          return this.resolve(id, entries[importer.slice(mark.length)]?.from, { skipSelf: true });
        },
        load(id) {
          if (!id.startsWith(mark)) return null;
          const name = id.slice(mark.length);
          const names = exported[name]?.filter((each) => isName.test(each)) ?? [];
          return `export { ${names.join(', ')} } from ${JSON.stringify(entries[name]?.specifier)};`;
        },
      },
      preserveAddresses,
    ],
  });
  // Running processes still read the one it replaces.
  const fresh = `${folder}.${process.pid}`;
  await build.write({
    dir: fresh,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    keepNames: true,
    comments: false,
    // Packages rely on import order: reflect-metadata before those with decorators.
    strictExecutionOrder: true,
    plugins: [putAddresses(fresh)],
  });
  await build.close();
  writeFileSync(join(fresh, basename(list)), JSON.stringify(entries));
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}
