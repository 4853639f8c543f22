import { spawnSync } from 'node:child_process';
import { root as checkout } from './checkout.mjs';

/**
 * @param {string[]} args
 * @param {string} [root]
 * @returns {string | undefined} git's output, or undefined if it fails
 */
export function git(args, root = checkout) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return status === 0 ? stdout : undefined;
}

/** Finds where this branch left main: the published one, then the local one. */
export const branchPoints = (root = checkout) =>
  ['origin/main', 'main'].flatMap((branch) => git(['merge-base', 'HEAD', branch], root)?.trim() || []);
