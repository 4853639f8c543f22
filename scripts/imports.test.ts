import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Before installation, scripts import only Node's modules and local files that do the same. */

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const preloads = ['dependencies', 'tools'].map((packages) => `./scripts/lib/ensure-${packages}.mjs`);

/** `await import(…)` runs later. */
const staticImport = /^(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*['"]([^'"]+)['"]/gm;

/** Returns a sentence for each package that `file` imports statically, with the import path to it. */
function packagesImportedBy(file: string, path: string[] = [], seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const here = [...path, file];
  return [...read(file).matchAll(staticImport)].flatMap(([, name]) => {
    if (name!.startsWith('node:')) return [];
    if (!name!.startsWith('.')) return [`${here.join(' → ')} imports ${name}`];
    return packagesImportedBy(relative(root, join(root, dirname(file), name!)), here, seen);
  });
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const npmScripts = Object.entries(scripts)
  .filter(([, command]) => command.startsWith('node '))
  .map(([name, command]) => {
    // Later parts run after the first has installed packages.
    const args = command
      .split(' && ')[0]!
      .split(' ')
      .filter((word) => word.endsWith('.mjs'));
    return { name, files: preloads.includes(args[0]!) ? args.slice(0, 1) : args };
  });

const markdown = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    name.endsWith('.md') ? [join(folder, name)] : [],
  );
const documents = ['README.md', 'CONTRIBUTING.md', '.ci/run', ...markdown('docs'), ...markdown('.github')];
const documented = [
  ...new Set(
    documents.flatMap((document) =>
      [...read(document).matchAll(/\bnode (?:--?\S+ )*(scripts\/[\w./-]+\.mjs)/g)].map(([, file]) => file!),
    ),
  ),
].sort();

describe('before installation', () => {
  it.each(npmScripts)('npm run $name imports no packages', ({ files }) => {
    expect(files.flatMap((each) => packagesImportedBy(each))).toEqual([]);
  });

  it('the documents name the scripts to run', () => {
    expect(documented).toContain('scripts/compose/upgrade.mjs');
    expect(documented).toContain('scripts/cluster/rollout.mjs');
    expect(documented.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it.each(documented)('node %s imports no packages', (file) => {
    expect(packagesImportedBy(file)).toEqual([]);
  });

  it('names the file and the package', () => {
    expect(packagesImportedBy('scripts/cluster/cluster-test.mjs')).toContain(
      'scripts/cluster/cluster-test.mjs → scripts/cluster/command.mjs → scripts/cluster/kubectl.mjs imports yaml',
    );
  });
});
