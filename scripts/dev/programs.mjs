/**
 * Builds a workspace's programs from source in a tenth of a second. The bundle's module list shows which programs a
 * saved file affects.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { transform } from '@swc/core';
import { rolldown } from 'rolldown';
import { stateFolder } from '../../regions/choice.mjs';
import { isExternal, markPlaces, onLog, putAddresses } from '../lib/bundle.mjs';
import { root } from '../lib/checkout.mjs';
import { bundlePackages, fileOfPackage } from './bundle-packages.mjs';

/** @typedef {Map<string, { specifier: string, home: string }>} Packages */
/** @typedef {import('rolldown').OutputChunk} OutputChunk */

/** Keyed by path: workspaces share most imports. */
const compiledFiles = new Map();

/** @param {string} path */
async function compiled(path) {
  const text = readFileSync(path, 'utf8');
  const last = compiledFiles.get(path);
  if (last?.text === text) return last;
  const { code, map } = await transform(text, { filename: path, configFile: join(root, '.swcrc'), exclude: [] }).catch(
    (error) => {
      // The rest of the message is stack traces.
      throw Object.assign(new Error(error.message.split('\n\n\nCaused by')[0]), { stack: '' });
    },
  );
  const result = { text, code, map };
  compiledFiles.set(path, result);
  return result;
}

const ofState = /^@site\/regions\/(chosen|data)\/(.*)$/;
const isPackage = /^(?![./\0]|node:|@site\/)/;

/**
 * The folder from which a workspace resolves a package: its own if it has another version than the rest.
 * @param {string} specifier
 * @param {string} importer
 */
function homeOf(specifier, importer) {
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  for (let folder = dirname(importer); folder !== root; folder = dirname(folder))
    if (existsSync(join(folder, 'node_modules', name))) return relative(root, folder).split(sep).join('/');
  return '';
}

export class Programs {
  #folder;
  #out;
  #compiledFolder;
  #inputs;
  /** @type {Map<string, Set<string>>} */
  #modules = new Map();

  /**
   * @param {object} options
   * @param {string} options.folder the workspace, below the root
   * @param {string} options.sources its folder with the programs
   * @param {string[]} options.names without `.ts`
   * @param {string} options.out where to write the bundles
   */
  constructor({ folder, sources, names, out }) {
    this.#folder = folder;
    this.#out = join(out, folder);
    this.#compiledFolder = join(out, 'compiled');
    this.#inputs = Object.fromEntries(names.map((name) => [name, join(root, folder, sources, `${name}.ts`)]));
  }

  get folder() {
    return this.#folder;
  }

  /** @param {string} name */
  fileOf(name) {
    return join(this.#out, `${name}.js`);
  }

  /** Whether a program's bundle contains this source file. @param {string} name @param {string} path */
  uses(name, path) {
    return this.#modules.get(name)?.has(path) ?? false;
  }

  /**
   * Returns whether a module imports a contract, even if only its types.
   * @param {string} name
   * @param {string} specifier
   */
  usesTypes(name, specifier) {
    return [...(this.#modules.get(name) ?? [])].some((path) =>
      compiledFiles.get(path)?.text.includes(`'${specifier}'`),
    );
  }

  /** Returns the path that a compiled module would have; its map is there. @param {string} path */
  #compiledFile(path) {
    return join(this.#compiledFolder, relative(root, path));
  }

  /** A module finds its data from its source's address, a program from its bundle's. @param {string} path */
  #addressOf(path) {
    const program = Object.entries(this.#inputs).find(([, input]) => input === path);
    return program ? this.fileOf(program[0]) : path;
  }

  /**
   * Bundles the programs of workspaces.
   * @param {Programs[]} list
   * @returns {Promise<Record<string, string>>} a hash of each program
   * @throws with the position of a syntax error; the bundles then stay unchanged
   */
  static async build(list) {
    const packages = new Map();
    const outputs = await Promise.all(list.map((programs) => programs.#generate(packages)));
    await bundlePackages([...packages.values()]);
    return Object.assign({}, ...list.map((programs, index) => programs.#write(outputs[index] ?? [])));
  }

  /** @param {Packages} packages */
  async #generate(packages) {
    /** @type {import('rolldown').Plugin} */
    const sources = {
      name: 'sources',
      resolveId: {
        filter: { id: [isPackage, ofState] },
        handler: (id, importer) => {
          const [, kind, file = ''] = ofState.exec(id) ?? [];
          if (kind) return join(stateFolder(), kind === 'chosen' ? `${file}.ts` : file);
          if (!importer || isExternal(id) || !isPackage.test(id)) return null;
          const home = homeOf(id, importer);
          packages.set(`${home} ${id}`, { specifier: id, home });
          return { id: fileOfPackage(id, home), external: 'absolute' };
        },
      },
      load: {
        filter: { id: /\.ts$/ },
        handler: async (path) => {
          const { code, map } = await compiled(path);
          const mapFile = `${this.#compiledFile(path)}.map`;
          mkdirSync(dirname(mapFile), { recursive: true });
          writeFileSync(mapFile, map ?? '');
          return { code: markPlaces(code, this.#addressOf(path)), moduleType: 'js' };
        },
      },
    };
    const bundle = await rolldown({
      input: this.#inputs,
      cwd: root,
      platform: 'node',
      checks: { bundlerTimings: false },
      external: isExternal,
      resolve: { conditionNames: ['source', 'node', 'import', 'default'], extensionAlias: { '.js': ['.ts', '.js'] } },
      plugins: [sources],
      onLog,
    });
    try {
      const { output } = await bundle.generate({
        dir: this.#out,
        format: 'esm',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        keepNames: true,
        sourcemap: true,
        // Rolldown merges its map with swc's incorrectly for some decorated classes, so the bundle's map points to
        // swc's (lib/source-maps.mjs).
        sourcemapPathTransform: (source, map) =>
          relative(dirname(map), this.#compiledFile(resolve(dirname(map), source))),
        // Otherwise Rolldown drops code after a "throw", even that of other modules.
        minify: false,
        plugins: [putAddresses(this.#out)],
      });
      return output;
    } finally {
      await bundle.close();
    }
  }

  /** @param {(OutputChunk | import('rolldown').OutputAsset)[]} output */
  #write(output) {
    for (const file of output) {
      const path = join(this.#out, file.fileName);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, file.type === 'chunk' ? file.code : file.source);
    }
    return this.#remember(output.filter((file) => file.type === 'chunk'));
  }

  /** @param {OutputChunk[]} chunks */
  #remember(chunks) {
    const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
    /** @param {string} file @param {Set<string>} [seen] */
    const closure = (file, seen = new Set()) => {
      const chunk = byFile.get(file);
      if (!chunk || seen.has(file)) return seen;
      seen.add(file);
      for (const imported of [...chunk.imports, ...chunk.dynamicImports]) closure(imported, seen);
      return seen;
    };
    /** @type {Record<string, string>} */
    const hashes = {};
    for (const name of Object.keys(this.#inputs)) {
      const programModules = [...closure(`${name}.js`)].flatMap((file) => byFile.get(file) ?? []);
      this.#modules.set(name, new Set(programModules.flatMap(({ moduleIds }) => moduleIds)));
      hashes[this.fileOf(name)] = createHash('sha256')
        .update(programModules.map(({ code }) => code).join('\n'))
        .digest('hex');
    }
    return hashes;
  }
}
