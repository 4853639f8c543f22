import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { branchPoints, git } from '../lib/git.mjs';

const paths = (/** @type {string | undefined} */ listed) => (listed ?? '').split('\0').filter(Boolean);

/**
 * Lists the files that changed since this branch left main: committed, uncommitted and untracked. On main without
 * changes, those of the last commit.
 * @param {string} root the checkout
 * @returns {{ changed: string[], deleted: string[] }} sorted paths below the root, with "/"
 * @throws Error if this is not a git checkout
 */
export function changedFiles(root) {
  if (git(['rev-parse', 'HEAD'], root) === undefined)
    throw new Error(`${root} has no commit to compare with: clone the repository with git.`);
  /** @param {string} commit */
  const differing = (commit) => paths(git(['diff', '--name-only', '--no-renames', '-z', commit, '--'], root));
  const [base = 'HEAD'] = branchPoints(root);
  const found = [...differing(base), ...paths(git(['ls-files', '--others', '--exclude-standard', '-z'], root))];
  const all = [...new Set(found.length > 0 ? found : differing('HEAD~1'))].sort();
  const exists = (/** @type {string} */ path) => existsSync(join(root, path));
  return { changed: all.filter(exists), deleted: all.filter((path) => !exists(path)) };
}
