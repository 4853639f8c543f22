/** Runs the product's processes, restarts those that crash, and stops them in order. */
import { once } from 'node:events';
import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { follow, log } from './log.mjs';
import { end, hasEnded, spawnPrivately } from './processes.mjs';
import { StartupProgress } from './startup-progress.mjs';

/** A child that crashes this often within `crashWindowMs` is given up. */
const maxCrashes = 5;
const crashWindowMs = 20_000;
const stopWithinMs = 32_000;
/** How long a replaced process may take to finish its requests. */
const replaceWithinMs = 150;
const readyPollMs = 50;
const probeTimeoutMs = 5_000;
/** Before a start without progress fails. */
const stallMs = 60_000;

/**
 * @typedef {object} Process
 * @property {string} name
 * @property {string[]} args
 * @property {NodeJS.ProcessEnv} environment all its variables: nothing is inherited
 * @property {string} readyUrl returns 200 once it is ready
 */
/**
 * @typedef {Process & {
 *   crashes: number[],
 *   everReady: boolean,
 *   child: import('node:child_process').ChildProcess | undefined,
 *   output: ReturnType<typeof follow> | undefined,
 *   closed: Promise<unknown> | undefined,
 *   hopeless: string | undefined,
 * }} Child
 */

/**
 * Returns the response of a readiness probe: whether it is ready, and which of its dependencies fail.
 * @param {string} url
 * @returns {Promise<import('./startup-progress.mjs').Probe>}
 */
const probeOf = (url) =>
  new Promise((resolve) => {
    const absent = { isReady: false, isListening: false, failing: [] };
    const request = get(url, { timeout: probeTimeoutMs }, async (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => (body += text));
      await new Promise((done) => response.on('close', done));
      const isReady = response.statusCode === 200;
      resolve({ isReady, isListening: true, failing: isReady ? [] : failingIn(body) });
    });
    request.on('error', () => resolve(absent));
    request.on('timeout', () => request.destroy());
  });

/** @param {string} body @returns {string[]} */
function failingIn(body) {
  try {
    const { failing } = JSON.parse(body);
    return Array.isArray(failing) ? failing : [];
  } catch {
    return [];
  }
}

export class Children {
  /** @type {Map<string, Child>} */
  #running = new Map();
  #stopping = false;
  #onHopeless;
  #onSpawn;
  #waitsAfterCrash;
  #progress = new StartupProgress();

  /**
   * @param {object} options
   * @param {(sentence: string) => void} options.onHopeless called when a child cannot be kept running
   * @param {() => void} options.onSpawn called after each start and restart of a child
   * @param {boolean} [options.waitsAfterCrash] leaves an exited child stopped until `restart`, and prints the stack
   *   traces of errors
   */
  constructor({ onHopeless, onSpawn, waitsAfterCrash = false }) {
    this.#onHopeless = onHopeless;
    this.#onSpawn = onSpawn;
    this.#waitsAfterCrash = waitsAfterCrash;
  }

  /**
   * Starts a process and keeps it running.
   * @param {Process} process
   * @returns {Child}
   * @param environment all its variables: nothing is inherited
   * @param readyUrl returns 200 once it is ready
   */
  start({ name, args, environment, readyUrl }) {
    if (this.#stopping) throw new Error('stopping');
    const entry = {
      name,
      args,
      environment,
      readyUrl,
      crashes: [],
      everReady: false,
      child: undefined,
      output: undefined,
      closed: undefined,
      hopeless: undefined,
    };
    this.#running.set(name, entry);
    this.#spawn(entry);
    return entry;
  }

  /** @param {Child} entry */
  #spawn(entry) {
    const child = spawnPrivately(process.execPath, entry.args, {
      env: entry.environment,
      // The channel closes when the launcher exits for any reason; the child then stops.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C reaches only the launcher, which stops everything in order.
      detached: process.platform !== 'win32',
    });
    entry.child = child;
    entry.closed = once(child, 'close');
    entry.output = follow(entry.name, child, { traces: this.#waitsAfterCrash });
    this.#onSpawn();
    child.once('exit', (code, signal) => void this.#onExit(entry, child, code, signal));
  }

  /**
   * @param {Child} entry
   * @param {import('node:child_process').ChildProcess} child
   * @param {number | null} code
   * @param {NodeJS.Signals | null} signal
   */
  async #onExit(entry, child, code, signal) {
    if (this.#stopping || entry.child !== child) return;
    if (this.#waitsAfterCrash) {
      log(entry.name, `exited (${signal ?? `exit code ${code}`}), waiting for the next save`, 'error');
      return;
    }
    const now = Date.now();
    // A start on a busy machine may take longer than the window.
    entry.crashes = [...entry.crashes.filter((at) => !entry.everReady || now - at < crashWindowMs), now];
    log(entry.name, `exited (${signal ?? `exit code ${code}`}), restarting`, 'warn');
    const misconfigured = code === 78;
    if (misconfigured || (!entry.everReady && entry.crashes.length >= maxCrashes)) {
      // Its last lines may still be in the pipe.
      await Promise.race([entry.closed, wait(500)]);
      const reason = entry.output?.lastProblem || entry.output?.lastLine || (signal ?? `exit code ${code}`);
      entry.hopeless = `${entry.name} does not start: ${reason}`;
      this.#onHopeless(entry.hopeless);
      return;
    }
    await wait(entry.crashes.length > 1 ? 1_000 : 200);
    if (!this.#stopping) this.#spawn(entry);
  }

  /**
   * Replaces a child with one that runs the current files.
   * @param {string} name
   * @returns {Promise<{ ready: Promise<boolean> }>} `ready` resolves with false when the new one crashes or is itself
   *   replaced
   */
  async restart(name) {
    const entry = this.#running.get(name);
    if (!entry) throw new Error(`${name} wasn't started`);
    const old = entry.child;
    entry.child = undefined;
    if (old) await end(old, { withinMs: replaceWithinMs });
    if (this.#stopping) return { ready: Promise.resolve(false) };
    this.#spawn(entry);
    const successor = entry.child;
    return { ready: this.untilReady(entry).then((isReady) => isReady && entry.child === successor) };
  }

  /**
   * Waits for `readyUrl` as long as the process, or another that is awaited, makes progress.
   * @param {Child} entry
   * @param {number} [withinMs] how long there may be none; longer on a busy machine
   * @returns false when stopping, or with `waitsAfterCrash` if the process ends or hangs
   * @throws naming the process and its last warning
   */
  async untilReady(entry, withinMs = stallMs) {
    const awaited = this.#progress.begin(entry);
    try {
      for (;;) {
        const probe = await probeOf(entry.readyUrl);
        if (probe.isReady) {
          entry.everReady = true;
          return true;
        }
        if (this.#stopping) return false;
        if (entry.hopeless) throw new Error(entry.hopeless);
        if (this.#waitsAfterCrash && (!entry.child || hasEnded(entry.child))) return false;
        this.#progress.observe(awaited, probe);
        const stall = this.#progress.stall(withinMs);
        if (stall && this.#waitsAfterCrash) return false;
        if (stall) throw new Error(stall);
        await wait(readyPollMs);
      }
    } finally {
      this.#progress.end(awaited, { isReady: entry.everReady });
    }
  }

  /** Kills slow ones. After the first call nothing is restarted. @param {string[]} names */
  async stop(names) {
    this.#stopping = true;
    await Promise.all(
      names.map((name) => {
        const child = this.#running.get(name)?.child;
        return child && end(child, { withinMs: stopWithinMs });
      }),
    );
  }

  pids() {
    return Object.fromEntries([...this.#running].map(([name, { child }]) => [name, child?.pid]));
  }
}
