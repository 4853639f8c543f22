import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { root } from './checkout.mjs';

/** Of each workspace: what was built or installed, and what belongs to this machine. */
const left = new Set(['.git', '.data', '.env', 'dist', 'node_modules', 'shots', 'coverage', 'out']);

/** What is installed, as further names of the same files: it is a gigabyte, and nobody changes it. */
function linkModules(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkModules(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/**
 * A second checkout of these sources, for a product that is built otherwise than the one here. It lies below .data, as names of the same
 * files need the same disk.
 * @param {string} name of its folder
 * @returns {{ folder: string, remove: () => void }}
 */
export function makeSecondCheckout(name) {
  const folder = join(root, '.data/checkouts', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(root).filter((each) => !left.has(each))) {
    cpSync(join(root, entry), join(folder, entry), {
      recursive: true,
      // What is generated from the contracts is made anew, too.
      filter: (path) => !left.has(basename(path)) && !path.startsWith(join(root, 'proto/gen')),
    });
  }
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const workspace of ['.', ...workspaces])
    if (existsSync(join(root, workspace, 'node_modules')))
      linkModules(join(root, workspace, 'node_modules'), join(folder, workspace, 'node_modules'));
  // Older than what is installed, or everything would be installed again.
  utimesSync(join(folder, 'package-lock.json'), 0, 0);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }) };
}
