import { AsyncLocalStorage } from 'node:async_hooks';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** Node visits each store at every promise until it is disabled. */
const stores = new Set();
for (const name of /** @type {const} */ (['run', 'enterWith'])) {
  const original = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function (/** @type {unknown[]} */ ...args) {
    stores.add(this);
    return Reflect.apply(original, this, args);
  };
}

/** A jest environment without a separate context. A file's changes to the worker's are reverted afterwards. */
export default class NativeEnvironment {
  global = globalThis;
  #before = { env: { ...process.env }, exit: process.exit, console: globalThis.console, cwd: process.cwd() };

  /** @param {import('@jest/environment').JestEnvironmentConfig} options */
  constructor({ projectConfig }) {
    this.mocker = new ModuleMocker(globalThis);
    this.timers = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    const { mocker, timers } = this;
    this.jest = {
      fn: mocker.fn.bind(mocker),
      spyOn: mocker.spyOn.bind(mocker),
      restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
      /** @type {typeof timers.useFakeTimers} */
      useFakeTimers: (options) => timers.useFakeTimers(options),
      useRealTimers: () => timers.useRealTimers(),
      setSystemTime: (/** @type {number | Date} */ now) => timers.setSystemTime(now),
      advanceTimersByTime: (/** @type {number} */ ms) => timers.advanceTimersByTime(ms),
      advanceTimersByTimeAsync: (/** @type {number} */ ms) => timers.advanceTimersByTimeAsync(ms),
    };
  }

  async setup() {}

  async teardown() {
    this.mocker.restoreAllMocks();
    this.timers.dispose();
    const { env, exit, console, cwd } = this.#before;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.exit = exit;
    globalThis.console = console;
    process.chdir(cwd);
    for (const store of stores) store.disable();
    stores.clear();
  }

  getVmContext() {
    return null;
  }

  exportConditions() {
    return ['source', 'node'];
  }
}
