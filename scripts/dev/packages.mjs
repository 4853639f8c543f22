import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { rolldown } from 'rolldown';
import { isBeside, keepAddresses, onLog, putAddresses } from '../lib/bundle.mjs';
import { root } from '../lib/checkout.mjs';

/**
 * The packages that services import, bundled once for each lock file, as Vite does for pages. Node needs four seconds of CPU time to
 * load the 1,700 modules of one service's packages through its loader hooks, half a second from these files.
 */

const lock = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex')
  .slice(0, 12);
const folder = join(root, 'node_modules/.cache/dev-packages', lock);
const list = join(folder, 'packages.json');

const isName = /^(?!__esModule$)[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/** @param {string} home the folder that the package is found from, below the root */
const nameOf = (specifier, home) => `${home}/${specifier}`.replace(/^\//, '').replace(/[^\w.-]/g, '_');

/** The file that stands for a package. It exists once `bundlePackages` was given the package. */
export const fileOfPackage = (specifier, home) => join(folder, `${nameOf(specifier, home)}.js`);

/** Lists what packages export: the names of a CommonJS module are known only once it runs. */
const lister = `
  import { createRequire } from 'node:module';
  import { pathToFileURL } from 'node:url';
  const lists = {};
  for (const [name, { specifier, from }] of Object.entries(JSON.parse(process.argv[1])))
    lists[name] = Object.keys(await import(import.meta.resolve(specifier, pathToFileURL(from))));
  process.stdout.write(JSON.stringify(lists), () => process.exit(0));
`;

async function exportsOf(wanted) {
  const words = ['--experimental-import-meta-resolve', '--input-type=module', '--eval', lister, JSON.stringify(wanted)];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, maxBuffer: 1e8 });
  return JSON.parse(stdout);
}

const readList = () => (existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {});

/**
 * Bundles packages, unless that has been done.
 * @param {{ specifier: string, home: string }[]} packages
 */
export async function bundlePackages(packages) {
  const known = readList();
  const missing = packages.filter(({ specifier, home }) => !known[nameOf(specifier, home)]);
  if (missing.length === 0) return;
  const wanted = { ...known };
  for (const { specifier, home } of missing)
    wanted[nameOf(specifier, home)] = { specifier, from: join(root, home, 'package.json') };
  const exported = await exportsOf(wanted);
  const mark = '\0package:';
  const build = await rolldown({
    input: Object.fromEntries(Object.keys(wanted).map((name) => [name, `${mark}${name}`])),
    cwd: root,
    platform: 'node',
    checks: { bundlerTimings: false },
    external: isBeside,
    // Names that only the CommonJS form of a package has.
    shimMissingExports: true,
    onLog,
    plugins: [
      {
        name: 'packages',
        async resolveId(id, importer) {
          if (id.startsWith(mark)) return id;
          if (!importer?.startsWith(mark)) return null;
          return this.resolve(id, wanted[importer.slice(mark.length)].from, { skipSelf: true });
        },
        load(id) {
          if (!id.startsWith(mark)) return null;
          const name = id.slice(mark.length);
          const names = exported[name].filter((each) => isName.test(each));
          return `export { ${names.join(', ')} } from ${JSON.stringify(wanted[name].specifier)};`;
        },
      },
      keepAddresses,
    ],
  });
  // A place of its own until it is complete: processes are reading the folder that it replaces.
  const fresh = `${folder}.${process.pid}`;
  await build.write({
    dir: fresh,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
    keepNames: true,
    comments: false,
    // Packages rely on being run in the order of their imports, reflect-metadata before those with decorators.
    strictExecutionOrder: true,
    plugins: [putAddresses(fresh)],
  });
  await build.close();
  writeFileSync(join(fresh, basename(list)), JSON.stringify(wanted));
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
}
