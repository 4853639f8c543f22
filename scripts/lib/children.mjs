import { get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { follow, say } from './log.mjs';
import { end, hasEnded, spawnPrivately } from './processes.mjs';

/** Runs the product's processes, restarts those that crash, and stops them in order. */

/** A child that crashes this often within `crashWindowMs` is given up. */
const maxCrashes = 5;
const crashWindowMs = 20_000;
const stopWithinMs = 32_000;
/** How long a replaced process may take to finish its requests. */
const replaceWithinMs = 150;
const readyPollMs = 50;

const answers = (url) =>
  new Promise((resolve) => {
    const request = get(url, { timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    request.on('error', () => resolve(false));
    request.on('timeout', () => request.destroy());
  });

export class Children {
  #running = new Map();
  #stopping = false;
  #onHopeless;
  #onSpawn;
  #waitsAfterCrash;

  /**
   * @param onHopeless called with one sentence when a child cannot be kept running
   * @param onSpawn called after each start and restart of a child
   * @param waitsAfterCrash leaves an exited child stopped until `restart`, and prints the stack traces of errors
   */
  constructor({ onHopeless, onSpawn, waitsAfterCrash = false }) {
    this.#onHopeless = onHopeless;
    this.#onSpawn = onSpawn;
    this.#waitsAfterCrash = waitsAfterCrash;
  }

  /**
   * Starts a process and keeps it running.
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
      lastWords: () => '',
    };
    this.#running.set(name, entry);
    this.#spawn(entry);
    return entry;
  }

  #spawn(entry) {
    const child = spawnPrivately(process.execPath, entry.args, {
      env: entry.environment,
      // The channel closes when the launcher exits for any reason; the child then stops.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // Ctrl-C reaches only the launcher, which stops everything in order.
      detached: process.platform !== 'win32',
    });
    entry.child = child;
    entry.lastWords = follow(entry.name, child, { traces: this.#waitsAfterCrash });
    this.#onSpawn();
    child.once('exit', (code, signal) => void this.#onExit(entry, child, code, signal));
  }

  async #onExit(entry, child, code, signal) {
    if (this.#stopping || entry.child !== child) return;
    if (this.#waitsAfterCrash) {
      say(entry.name, `exited (${signal ?? `exit code ${code}`}), waiting for the next save`, 'error');
      return;
    }
    const now = Date.now();
    entry.crashes = [...entry.crashes.filter((at) => now - at < crashWindowMs), now];
    say(entry.name, `exited (${signal ?? `exit code ${code}`}), restarting`, 'warn');
    const misconfigured = code === 78;
    if (misconfigured || (!entry.everReady && entry.crashes.length >= maxCrashes)) {
      this.#onHopeless(`${entry.name} does not start: ${entry.lastWords() || `exit code ${code}`}`);
      return;
    }
    await wait(entry.crashes.length > 1 ? 1_000 : 200);
    if (!this.#stopping) this.#spawn(entry);
  }

  /**
   * Replaces a child with one that runs the current files.
   * @returns { ready }: resolves with false when the new one crashes or is itself replaced
   */
  async restart(name) {
    const entry = this.#running.get(name);
    const old = entry.child;
    entry.child = undefined;
    await end(old, { withinMs: replaceWithinMs });
    if (this.#stopping) return { ready: Promise.resolve(false) };
    this.#spawn(entry);
    const successor = entry.child;
    return { ready: this.untilReady(entry).then((isReady) => isReady && entry.child === successor) };
  }

  /** Resolves with whether `readyUrl` answered in time. */
  async untilReady(entry, withinMs = 60_000) {
    const deadline = Date.now() + withinMs;
    while (!(await answers(entry.readyUrl))) {
      if (this.#stopping) return false;
      if (this.#waitsAfterCrash && (!entry.child || hasEnded(entry.child) || Date.now() > deadline)) return false;
      if (Date.now() > deadline)
        throw new Error(`${entry.name} did not become ready: ${entry.lastWords() || 'no output'}`);
      await wait(readyPollMs);
    }
    entry.everReady = true;
    return true;
  }

  /** Kills slow ones. After the first call nothing is restarted. */
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
