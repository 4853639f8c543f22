/** Restarts the processes affected by a saved file. */
import { relative } from 'node:path';
import { root } from '../lib/checkout.mjs';
import { log } from '../lib/log.mjs';
import { generateStaleContracts, typesReachedBy } from './contracts.mjs';
import { Programs } from './programs.mjs';

/** @typedef {{ programs: Programs, processes: Record<string, string[]> }} Workspace with the programs of each process */

/** Editors write a file in several steps, and switching branches writes many files. */
const settleMs = 20;

/** Generated types count through their contracts. */
const ignoredFiles = /\.(test\.tsx?|md)$|[\\/]proto[\\/]gen[\\/]/;

export class Reloader {
  #workspaces;
  #children;
  #saved = new Set();
  #failed = new Set();
  /** @type {NodeJS.Timeout | undefined} */
  #timer;
  #work = Promise.resolve();

  /**
   * @param {{ programs: Programs, processes: Record<string, string[]> }[]} workspaces with the programs of each process
   * @param {import('../lib/children.mjs').Children} children
   */
  constructor(workspaces, children) {
    this.#workspaces = workspaces;
    this.#children = children;
  }

  /** Restarts what uses this file, together with what is saved within the next moments. @param {string} path */
  saved(path) {
    if (ignoredFiles.test(path)) return;
    this.#saved.add(path);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const paths = [...this.#saved];
      const at = Date.now();
      this.#saved.clear();
      this.#work = this.#work.then(() => this.#reload(paths, at));
    }, settleMs);
  }

  /** @param {string[]} paths @param {number} at */
  async #reload(paths, at) {
    try {
      const contracts = paths.filter((path) => path.endsWith('.proto'));
      if (contracts.length > 0) await generateStaleContracts();
      const types = contracts.flatMap(typesReachedBy);
      await Promise.all(this.#workspaces.map((workspace) => this.#reloadWorkspace(workspace, { paths, types, at })));
    } catch (error) {
      log('dev', `${/** @type {Error} */ (error).message}\n  waiting for the next save`, 'error');
    }
  }

  /** @param {Workspace} workspace @param {{ paths: string[], types: string[], at: number }} options */
  async #reloadWorkspace(workspace, { paths, types, at }) {
    const { programs, processes } = workspace;
    const isTouched = (/** @type {string} */ program) =>
      paths.some((path) => programs.uses(program, path)) || types.some((name) => programs.usesTypes(program, name));
    const touched = () =>
      Object.entries(processes).flatMap(([name, programNames]) => (programNames.some(isTouched) ? [name] : []));
    const before = this.#failed.has(workspace) ? Object.keys(processes) : touched();
    if (before.length === 0) return;
    try {
      await Programs.build([programs]);
      this.#failed.delete(workspace);
    } catch (error) {
      this.#failed.add(workspace);
      log('dev', `${programs.folder}: ${/** @type {Error} */ (error).message}\n  waiting for the next save`, 'error');
      return;
    }
    const names = [...new Set([...before, ...touched()])];
    log('dev', `${paths.map((path) => relative(root, path)).join(', ')} changed, restarting ${names.join(', ')}`);
    await Promise.all(
      names.map(async (name) => {
        const { ready } = await this.#children.restart(name);
        ready.then((isReady) => isReady && log('dev', `${name} is ready, ${Date.now() - at} ms after the save`));
      }),
    );
  }
}
