import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import ts from 'typescript';

/** By the folder of their tsconfig.json. */
export const projectFolders = ['.', 'web', 'tests', 'scripts'];

/**
 * @param {string} root
 * @param {string} folder
 * @throws Error with TypeScript's message if tsconfig.json can't be read
 */
function readProject(root, folder) {
  const host = {
    ...ts.sys,
    /** @param {ts.Diagnostic} diagnostic */
    onUnRecoverableConfigFileDiagnostic({ messageText }) {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  };
  const project = ts.getParsedCommandLineOfConfigFile(join(root, folder, 'tsconfig.json'), {}, host);
  return { folder, fileNames: project?.fileNames ?? [], options: project?.options ?? {} };
}

/**
 * Reads the imports between our files, tests included.
 * @param {string} root the checkout
 * @returns {{ projects: Map<string, Set<string>>, importers: Map<string, Set<string>>, unresolved: Set<string> }} each
 * project's files, each file's importers, and the files with an import that doesn't exist; paths below the root, with
 * "/"
 */
export function readImports(root) {
  const below = (/** @type {string} */ path) => relative(root, path).split(sep).join('/');
  const read = projectFolders.map((folder) => readProject(root, folder));
  const projects = new Map(read.map(({ folder, fileNames }) => [folder, new Set(fileNames.map(below))]));
  const listed = new Set(read.flatMap(({ fileNames }) => fileNames.map(below)));
  const importers = new Map();
  const unresolved = new Set();
  const seen = new Set();
  for (const { folder, fileNames, options } of read) {
    const cache = ts.createModuleResolutionCache(root, (name) => name, options);
    const resolve = (/** @type {string} */ name, /** @type {string} */ path) => {
      const { resolvedModule } = ts.resolveModuleName(
        name,
        path,
        options,
        ts.sys,
        cache,
        undefined,
        ts.ModuleKind.ESNext,
      );
      const types = resolvedModule ? [resolvedModule.resolvedFileName] : [];
      return [...types, ...(name.endsWith('.mjs') ? [join(dirname(path), name)] : [])].filter((each) =>
        existsSync(each),
      );
    };
    const queue = [...fileNames];
    for (let path = queue.pop(); path; path = queue.pop()) {
      const file = below(path);
      if (seen.has(file) || !/\.[cm]?[jt]sx?$/.test(file)) continue;
      seen.add(file);
      // No tsconfig.json lists a configuration file's imports.
      if (/\.tsx?$/.test(file) && !listed.has(file)) projects.get(folder)?.add(file);
      for (const { fileName: name } of ts.preProcessFile(readFileSync(path, 'utf8'), true, true).importedFiles) {
        if (!/^(\.|@site\/)/.test(name)) continue;
        const found = resolve(name, path);
        // The bundler resolves pictures and the like.
        if (found.length === 0 && !/\.(?!m?js$)[\w?]+$/.test(name)) unresolved.add(file);
        for (const imported of found)
          importers.set(below(imported), (importers.get(below(imported)) ?? new Set()).add(file));
        queue.push(...found);
      }
    }
  }
  return { projects, importers, unresolved };
}

/**
 * Finds all direct and indirect importers.
 * @param {string[]} files
 * @param {Map<string, Set<string>>} importers
 * @returns {Map<string, number>} by path: the number of imports in between, 0 for the files themselves; nearest first
 */
export function withImporters(files, importers) {
  const steps = new Map(files.map((file) => [file, 0]));
  // A Map's iterator also yields entries added during the iteration.
  for (const [file, distance] of steps)
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, distance + 1);
  return steps;
}
