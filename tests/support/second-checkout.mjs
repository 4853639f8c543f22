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
} from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../scripts/lib/checkout.mjs';

/** Build output, installed packages, and local files. */
const left = new Set(['.git', '.data', '.env', 'dist', 'node_modules', 'shots', 'coverage', 'out']);

/** Uses hard links: packages take a gigabyte, and nothing changes them. @param {string} from @param {string} to */
function linkModules(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name);
    const target = join(to, entry.name);
    if (entry.isDirectory()) linkModules(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/**
 * Creates a second checkout, for a product with a different build. It is below .data, because hard links need the same
 * disk.
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
      filter: (path) => !left.has(basename(path)) && !path.startsWith(join(root, 'proto/gen')),
    });
  }
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const workspace of ['.', ...workspaces])
    if (existsSync(join(root, workspace, 'node_modules')))
      linkModules(join(root, workspace, 'node_modules'), join(folder, workspace, 'node_modules'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }) };
}
