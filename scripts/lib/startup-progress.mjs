/**
 * Tells a slow start from a hung one. Progress is a new line of log that isn't a warning, a changed state of the
 * readiness probe, or processor time before the process listens. Counted for all awaited processes together, because
 * the gateway waits for the services.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { log } from './log.mjs';

/** @typedef {{ isReady: boolean, isListening: boolean, failing: string[] }} Probe response of a readiness probe */
/** @typedef {Pick<import('./children.mjs').Child, 'name' | 'child' | 'output'>} Entry */
/** @typedef {{ entry: Entry, facts: Set<string>, pid?: number, cpuMs: number, probe?: Probe }} Awaited */

/** Loading the modules of a service takes a few seconds of processor time. */
const minCpuMs = 250;
/** A process that uses more without listening is in an endless loop. */
const maxCpuMs = 120_000;
const reportIntervalMs = 30_000;
/** On a busy machine, a process may not run for minutes. */
const busyFactor = 5;

const load = () => loadavg()[0] ?? 0;
const isBusy = () => load() > 1.5 * availableParallelism();
const busyNote = () =>
  `This machine is busy (load ${load().toFixed(1)} on ${availableParallelism()} processors), so it takes longer.`;

/** Returns the processor time used, in units of 10 ms; undefined except on Linux. @param {number | undefined} pid */
function cpuMsOf(pid) {
  try {
    // After the name in parentheses, which may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

export class StartupProgress {
  /** @type {Set<Awaited>} */
  #awaited = new Set();
  #progressAt = 0;
  #reportedAt = 0;
  /** @type {string | undefined} */
  #reason;

  /** @param {Entry} entry @returns {Awaited} what the other methods call `awaited` */
  begin(entry) {
    if (this.#awaited.size === 0) this.#reportedAt = Date.now();
    this.#progressAt = Date.now();
    this.#reason = undefined;
    /** @type {Awaited} */
    const awaited = { entry, facts: new Set(), cpuMs: 0 };
    this.#awaited.add(awaited);
    return awaited;
  }

  /**
   * Ends the wait for a process, which became ready or exited.
   * @param {Awaited} awaited
   * @param {{ isReady: boolean }} options
   */
  end(awaited, { isReady }) {
    if (isReady) this.#progressAt = Date.now();
    this.#awaited.delete(awaited);
  }

  /** @param {Probe} probe { isListening, failing }: the readiness probe's latest response @param {Awaited} awaited */
  observe(awaited, probe) {
    const { child, output } = awaited.entry;
    awaited.probe = probe;
    if (child?.pid !== awaited.pid) Object.assign(awaited, { pid: child?.pid, cpuMs: 0 });
    // A line that repeats is no progress.
    const facts = [probe.isListening && `listening, failing: ${probe.failing}`, output?.lastInfo];
    for (const fact of facts) {
      if (!fact || awaited.facts.has(fact)) continue;
      awaited.facts.add(fact);
      this.#progressAt = Date.now();
    }
    const cpuMs = probe.isListening ? undefined : cpuMsOf(awaited.pid);
    if (cpuMs !== undefined && cpuMs > awaited.cpuMs + minCpuMs && cpuMs < maxCpuMs) {
      awaited.cpuMs = cpuMs;
      this.#progressAt = Date.now();
    }
    this.#report();
  }

  #report() {
    if (Date.now() < this.#reportedAt + reportIntervalMs) return;
    this.#reportedAt = Date.now();
    const names = [...this.#awaited].map(({ entry: { name, output } }) =>
      output?.lastProblem ? `${name} (last warning: ${output.lastProblem})` : name,
    );
    log('start', `still starting ${names.join(', ')}${isBusy() ? `. ${busyNote()}` : ''}`);
  }

  /**
   * Returns why the start can't be waited for any longer, alike for all; undefined while there is progress.
   * @param {number} withinMs
   */
  stall(withinMs) {
    const silentMs = Date.now() - this.#progressAt;
    if (silentMs <= withinMs * (isBusy() ? busyFactor : 1)) return undefined;
    this.#reason ??= this.#explain(silentMs);
    return this.#reason;
  }

  /** @param {number} silentMs */
  #explain(silentMs) {
    const { entry, probe } = this.#culprit() ?? {};
    const output = entry?.output;
    return [
      `${entry?.name} did not become ready: no progress for ${Math.round(silentMs / 1_000)} s.`,
      output?.lastProblem ? `Its last warning: ${output.lastProblem}` : 'It logged no warning.',
      ...(probe?.failing.length ? [`It is waiting for: ${probe.failing.join(', ')}.`] : []),
      ...(isBusy() ? [`${busyNote()} Stop other programs, then start again.`] : []),
    ].join(' ');
  }

  /** Returns the process that the others wait for. */
  #culprit() {
    const all = [...this.#awaited];
    return (
      all.find(({ probe }) => !probe?.isListening) ??
      all.find(({ probe }) => !probe?.failing.includes('services')) ??
      all[0]
    );
  }
}
