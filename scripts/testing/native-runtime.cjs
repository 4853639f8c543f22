const { pathToFileURL } = require('node:url');

/**
 * A jest runtime that loads modules with Node's own loader instead of jest's: packages are loaded once per worker, not once per test
 * file. Modules of the project are loaded afresh for each file (`source-hooks.mjs`).
 */
let files = 0;

class NativeRuntime {
  #environment;
  #fresh;

  /** @param {unknown} _config @param {{ jest: object }} environment */
  constructor(_config, environment) {
    this.#environment = environment;
    files += 1;
    this.#fresh = `${process.pid}x${files}`;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** @param {string} path */
  unstable_importModule(path) {
    return import(`${pathToFileURL(path).href}?fresh=${this.#fresh}`);
  }

  /** @param {string} path */
  requireModule(path) {
    return require(path);
  }

  /** jest-circus keeps the state of a file in its module. @param {string} path */
  requireInternalModule(path) {
    delete require.cache[path];
    Reflect.deleteProperty(globalThis, Symbol.for('EVENT_HANDLERS'));
    return require(path);
  }

  setGlobalsForRuntime() {
    Object.assign(globalThis, { jest: this.#environment.jest });
  }

  enterTestCode() {}
  leaveTestCode() {}

  getSourceMaps() {
    return new Map();
  }

  getAllCoverageInfoCopy() {
    return undefined;
  }

  teardown() {}
}

module.exports = { default: NativeRuntime, __esModule: true };
