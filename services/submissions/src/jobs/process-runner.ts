/**
 * Runs jobs in child processes, one at a time in each: a job that hangs is killed, and one that crashes or runs out of
 * memory affects only its own process. Processes are reused, and one stays warm.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { inBackground } from '@site/platform/base/request-context';
import type { Logger } from '@site/platform/base/injection-tokens';
import type { JobOutcome, JobRunner, QueuedJob } from './job.js';
import { limitedNode, type ProcessLimits } from './process-limits.js';

export type ToProcess = { type: 'run'; job: QueuedJob } | { type: 'wind-up' };

export type FromProcess =
  | { type: 'ready'; limitSeconds: Record<string, number> }
  | { type: 'outcome'; outcome: JobOutcome }
  /** Sent on an uncaught error, before the process exits. */
  | { type: 'last-words'; reason: string };

export interface ProcessRunnerSettings {
  /** Calls `serveJobs`. */
  file: string;
  args: string[];
  logger: Logger;
  limits?: ProcessLimits;
  /** Default for jobs without their own limit. */
  limitSeconds?: number;
  idleSeconds?: number;
  startsWithinSeconds?: number;
  /** Between attempts to start a process after a failure. */
  retryDelaySeconds?: number;
  /** Made to fail by tests. */
  lowerPriority?: (pid: number) => void;
}

/** Requests come first. */
const jobPriority = 10;
const startsWithinSeconds = 30;
const retryDelaySeconds = 10;
/** A process that hasn't started after this long is killed. */
const stillbornAfterMs = 180_000;
const endsWithinMs = 5_000;

class Worker {
  readonly process: ChildProcess;
  readonly ready: Promise<void>;
  readonly ended: Promise<string>;
  readonly startedAt = performance.now();
  limitSeconds: Record<string, number> = {};
  idleTimer: NodeJS.Timeout | undefined;
  private onOutcome: ((outcome: JobOutcome) => void) | undefined;
  private lastReason: string | undefined;

  constructor({ file, args, limits = {} }: ProcessRunnerSettings) {
    // Source maps would take half of such a process's memory.
    const options = process.execArgv.filter((word) => word !== '--enable-source-maps');
    const node = limitedNode(limits, options);
    this.process = fork(file, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      execPath: node.file,
      execArgv: node.args,
      // Node 22 and later cache compiled code here, which halves the next process's start time.
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'job-processes') },
    });
    this.ready = new Promise((resolve) => {
      this.process.on('message', (message: FromProcess) => {
        if (message.type === 'ready') {
          this.limitSeconds = message.limitSeconds;
          resolve();
        } else if (message.type === 'outcome') this.onOutcome?.(message.outcome);
        else this.lastReason = message.reason;
      });
    });
    this.ended = new Promise((resolve) => {
      // A process that failed to spawn emits no `exit`.
      this.process.once('error', (error) => resolve(error.message));
      this.process.once('exit', (code, signal) => resolve(this.lastReason ?? signal ?? `exit code ${code}`));
    });
  }

  outcomeOf(job: QueuedJob): Promise<JobOutcome> {
    return new Promise((resolve) => {
      this.onOutcome = resolve;
      this.tell({ type: 'run', job });
    });
  }

  tell(message: ToProcess): void {
    // Otherwise `ended` reports it.
    if (this.process.connected) this.process.send(message, () => undefined);
  }

  kill(): void {
    this.process.kill('SIGKILL');
  }

  /** Lets the running job finish. The process exits when the channel closes, or is killed after `endsWithinMs`. */
  async end(): Promise<void> {
    clearTimeout(this.idleTimer);
    if (this.process.connected) this.process.disconnect();
    const timer = setTimeout(() => this.kill(), endsWithinMs);
    await this.ended;
    clearTimeout(timer);
  }
}

export class ProcessRunner implements JobRunner {
  private readonly workers = new Set<Worker>();
  private readonly idle: Worker[] = [];
  private closed = false;
  private keepsPriority = false;
  private starting = 0;
  private starts: 'unknown' | 'yes' | { failedAt: number; reason: string } = 'unknown';

  constructor(private readonly settings: ProcessRunnerSettings) {}

  /**
   * Readiness check: job processes start. Starts one if none has, and again some time after a failure.
   * @throws while none has started, or when the latest one failed to
   */
  async checkStarts(): Promise<void> {
    if (this.starts === 'yes') return;
    if (this.starting === 0 && !this.closed) {
      const pauseMs = (this.settings.retryDelaySeconds ?? retryDelaySeconds) * 1_000;
      if (this.starts === 'unknown' || performance.now() - this.starts.failedAt >= pauseMs) this.release(this.start());
    }
    throw new Error(this.starts === 'unknown' ? 'no job process has started yet' : this.starts.reason);
  }

  /** Runs the job in an idle process or a new one, and kills it after its time limit. Never rejects. */
  async run(job: QueuedJob): Promise<JobOutcome> {
    const worker = this.idle.pop() ?? this.start();
    clearTimeout(worker.idleTimer);
    let timer: NodeJS.Timeout | undefined;
    const after = (milliseconds: number) =>
      new Promise<'late'>((resolve) => {
        timer = setTimeout(resolve, milliseconds, 'late');
      });
    try {
      const waitsMs = (this.settings.startsWithinSeconds ?? startsWithinSeconds) * 1_000;
      const started = await Promise.race([worker.ready, worker.ended, after(waitsMs)]);
      if (started !== undefined) {
        // On an overloaded machine, the next process would be as slow. This one keeps starting, for the next job.
        if (started === 'late' && !this.closed && performance.now() - worker.startedAt < stillbornAfterMs)
          this.release(worker);
        else worker.kill();
        // The process failed, not the job.
        return { kind: 'postponed', reason: `the job process did not start: ${started}` };
      }
      clearTimeout(timer);
      const limitSeconds = worker.limitSeconds[job.name] ?? this.settings.limitSeconds ?? 60;
      const end = await Promise.race([worker.outcomeOf(job), worker.ended, after(limitSeconds * 1_000)]);
      if (typeof end === 'object') {
        this.release(worker);
        return end;
      }
      worker.kill();
      // Starts the next process while others work.
      if (!this.closed && this.idle.length === 0) this.release(this.start());
      const reason =
        end === 'late' ? `it took longer than ${limitSeconds} s and was killed` : `it ended its process: ${end}`;
      return { kind: 'failed', reason, hopeless: false };
    } finally {
      clearTimeout(timer);
    }
  }

  /** Asks running jobs to end early. */
  windUp(): void {
    for (const worker of this.workers) worker.tell({ type: 'wind-up' });
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.workers].map((worker) => worker.end()));
  }

  /** A process runs many jobs. */
  private start(): Worker {
    return inBackground(() => this.startWorker());
  }

  private startWorker(): Worker {
    const worker = new Worker(this.settings);
    this.workers.add(worker);
    this.lowerPriority(worker);
    void this.watchStart(worker);
    void worker.ended.then((how) => {
      this.workers.delete(worker);
      const index = this.idle.indexOf(worker);
      if (index < 0) return;
      this.idle.splice(index, 1);
      if (!this.closed) this.settings.logger.warn({ how }, 'an idle job process ended');
    });
    return worker;
  }

  /** Lowers the priority, unless it is already lower under `nice` and can't be raised. */
  private lowerPriority({ process: { pid } }: Worker): void {
    const lower = this.settings.lowerPriority ?? ((id: number) => setPriority(id, jobPriority));
    try {
      if (pid !== undefined) lower(pid);
    } catch (error) {
      // ESRCH: the process has already ended.
      if (this.keepsPriority || (error as { code?: unknown }).code === 'ESRCH') return;
      this.keepsPriority = true;
      this.settings.logger.warn({ err: error }, 'could not lower the priority of job processes');
    }
  }

  private async watchStart({ ready, ended }: Worker): Promise<void> {
    this.starting += 1;
    const how = await Promise.race([ready, ended]);
    this.starting -= 1;
    if (how === undefined) this.starts = 'yes';
    else if (!this.closed) this.noteFailedStart(how);
  }

  private noteFailedStart(how: string): void {
    // Once per outage: jobs keep retrying.
    if (typeof this.starts !== 'object' || this.starts.reason !== how)
      this.settings.logger.error({ how }, 'job processes do not start: no picture is processed');
    this.starts = { failedAt: performance.now(), reason: how };
  }

  /** Returns a process to the idle stack; the most recently used is reused first, so that the others idle and end. */
  private release(worker: Worker): void {
    this.idle.push(worker);
    worker.idleTimer = setTimeout(
      () => {
        const index = this.idle.indexOf(worker);
        if (this.idle.length < 2 || index < 0) return;
        this.idle.splice(index, 1);
        void worker.end();
      },
      (this.settings.idleSeconds ?? 60) * 1_000,
    );
    worker.idleTimer.unref();
  }
}
