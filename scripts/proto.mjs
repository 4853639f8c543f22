/**
 * `npm run proto` lints the contracts, generates the types and checks for breaking changes against the main branch, if
 * there is one with the contracts of the baseline.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root } from './lib/checkout.mjs';
import { branchPoints, git } from './lib/git.mjs';
import { filesBelow, hashFiles } from './lib/workspaces.mjs';

const bin = join(root, 'node_modules/.bin');

/** @param {string[]} args */
function buf(...args) {
  // On Windows, .bin/buf needs a shell.
  return spawnSync(process.execPath, [join(root, 'node_modules/@bufbuild/buf/bin/buf'), ...args], {
    cwd: join(root, 'proto'),
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
}

/** @param {import('node:child_process').SpawnSyncReturns<string>} result @param {string} what */
function must({ status, stdout, stderr, error }, what) {
  if (status === 0) return;
  throw new Error(`${what}\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim());
}

/** `buf generate --clean` empties this folder, so manually generated types have no stamp. */
const stampFile = join(root, 'proto/gen/nest/.build-stamp');

function contractsStamp() {
  const contracts = [...filesBelow(join(root, 'proto'))].filter((path) => /\.(proto|yaml)$/.test(path)).sort();
  return hashFiles([...contracts, join(root, 'package-lock.json'), import.meta.filename]);
}

/**
 * Writes proto/gen.
 * @param {{ ifChanged?: boolean, files?: string[] }} [options] `ifChanged` keeps current types; `files` are the
 * contracts below proto/ to generate, all if empty
 */
export function generateContracts({ ifChanged = false, files = [] } = {}) {
  const stamp = contractsStamp();
  if (ifChanged && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const args = files.length > 0 ? files.flatMap((file) => ['--path', file]) : ['--clean'];
  must(buf('generate', ...args), "The contracts' types could not be generated:");
  writeFileSync(stampFile, stamp);
}

/** Where this branch left the released main branch; contracts from before the baseline, without common.v1, don't count. */
const released = () => branchPoints().find((commit) => git(['ls-tree', commit, 'proto/common']));

if (process.argv[1] === import.meta.filename) {
  try {
    must(buf('lint'), 'The contracts break a rule:');
    generateContracts();
    const commit = released();
    if (commit)
      must(buf('breaking', '--against', `${root}/.git#ref=${commit},subdir=proto`), 'A released contract was broken:');
    process.stdout.write(`contracts are valid${commit ? ` (compared with ${commit.slice(0, 8)})` : ''}\n`);
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    process.exit(1);
  }
}
