import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from './lib/checkout.mjs';

/**
 * The contracts' tool: `npm run proto` lints, generates the types and checks that nothing released broke.
 * The breaking-change check compares with the main branch, when this checkout knows one that has contracts.
 */

const bin = join(root, 'node_modules/.bin');

function buf(...words) {
  // Not .bin/buf, which on Windows is a script that only a shell runs.
  return spawnSync(process.execPath, [join(root, 'node_modules/@bufbuild/buf/bin/buf'), ...words], {
    cwd: join(root, 'proto'),
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  });
}

function must({ status, stdout, stderr, error }, what) {
  if (status === 0) return;
  throw new Error(`${what}\n${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim());
}

/** Writes proto/gen, or the types of some of its files, given below proto/. */
export function generateContracts(files = []) {
  const words = files.length > 0 ? files.flatMap((file) => ['--path', file]) : ['--clean'];
  must(buf('generate', ...words), 'The contracts could not be turned into types:');
}

/** The commit to compare with: where this branch left the released main branch. */
function released() {
  for (const branch of ['origin/main', 'main']) {
    const base = spawnSync('git', ['merge-base', 'HEAD', branch], { cwd: root, encoding: 'utf8' });
    if (base.status !== 0) continue;
    const commit = base.stdout.trim();
    const tree = spawnSync('git', ['ls-tree', commit, 'proto/buf.yaml'], { cwd: root, encoding: 'utf8' });
    if (tree.stdout.trim()) return commit;
  }
  return undefined;
}

if (process.argv[1] === import.meta.filename) {
  try {
    must(buf('lint'), 'The contracts break a rule:');
    generateContracts();
    const commit = released();
    if (commit)
      must(buf('breaking', '--against', `${root}/.git#ref=${commit},subdir=proto`), 'A released contract was broken:');
    process.stdout.write(`contracts are sound${commit ? ` (compared with ${commit.slice(0, 8)})` : ''}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
