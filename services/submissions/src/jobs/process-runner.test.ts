import { copyFileSync, mkdtempSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Readiness, serveProbes } from '@site/platform/base/probes';
import { testLogger } from '@site/platform/testing/logger';
import { until } from '@site/platform/testing/until';
import { ProcessRunner, type ProcessRunnerSettings } from './process-runner.js';

const poison = fileURLToPath(new URL('../testing/job-processes/poison.mjs', import.meta.url));
const runners: ProcessRunner[] = [];
const provided = (changes: Partial<ProcessRunnerSettings> = {}) => {
  const runner = new ProcessRunner({
    file: poison,
    args: [],
    logger: testLogger,
    ...changes,
  });
  runners.push(runner);
  return runner;
};
afterEach(() => Promise.all(runners.splice(0).map((runner) => runner.close())));

const run = (runner: ProcessRunner, name: string) => runner.run({ id: 'job-1', name, data: {}, attempt: 1 });
const pidOf = async (runner: ProcessRunner) => {
  const outcome = await run(runner, 'pid');
  return outcome.kind === 'failed' ? outcome.reason : '';
};

it('reuses a process, for one job at a time', async () => {
  const runner = provided();
  const first = await pidOf(runner);
  expect(await pidOf(runner)).toBe(first);
  const [one, other] = await Promise.all([pidOf(runner), pidOf(runner)]);
  expect(one).not.toBe(other);
});

it.each([
  ['exit', /it ended its process: exit code 1/],
  ['crash', /it ended its process: SIGSEGV/],
  ['loop', /took longer than 0\.3 s and was killed/],
  ['hang', /took longer than 0\.3 s and was killed/],
])('fails a job that does "%s", and continues with the next one and its neighbors', async (name, reason) => {
  const runner = provided();
  const [failed, neighbor] = await Promise.all([run(runner, name), run(runner, 'fine')]);
  expect(failed).toEqual({ kind: 'failed', reason: expect.stringMatching(reason) as string, hopeless: false });
  expect([neighbor, await run(runner, 'fine')]).toEqual([{ kind: 'done' }, { kind: 'done' }]);
});

it('limits the memory of a job', async () => {
  const before = process.execArgv;
  process.execArgv = ['--max-old-space-size=40'];
  const runner = provided();
  process.execArgv = before;
  expect(await run(runner, 'eat memory')).toMatchObject({ kind: 'failed' });
});

// Only Linux counts memory allocated outside Node's heap.
const onLinux = process.platform === 'linux' ? it : it.skip;
onLinux('bounds the memory that a library takes behind the back of Node', async () => {
  const runner = provided({ limits: { memoryBytes: 256 * 1024 * 1024 } });
  expect(await run(runner, 'fill buffers')).toMatchObject({ kind: 'failed' });
  expect(await run(runner, 'fine')).toEqual({ kind: 'done' });
});

it("doesn't count an attempt when the process doesn't start", async () => {
  const runner = provided({ args: ['stillborn'] });
  const outcomes = [await run(runner, 'fine'), await run(runner, 'fine')];
  expect(outcomes.filter(({ kind }) => kind === 'done')).toEqual([]);
  const missing = provided({ file: '/nowhere/job-process.js' });
  expect(await run(missing, 'fine')).toMatchObject({ kind: 'postponed' });
});

it('lets a slow process keep starting, for later jobs', async () => {
  const runner = provided({ args: ['slow'], startsWithinSeconds: 0.1 });
  expect(await run(runner, 'fine')).toEqual({
    kind: 'postponed',
    reason: 'the job process did not start: late',
  });
  await until('a job to find it ready', async () => (await run(runner, 'fine')).kind === 'done');
});

describe('/readyz of a worker', () => {
  /** A worker's probes; requests go to /readyz. */
  async function probed(runner: ProcessRunner) {
    const readiness = new Readiness({ jobProcess: () => runner.checkStarts() });
    const server = await serveProbes({ port: 0, host: '127.0.0.1', readiness });
    const { port } = server.address() as AddressInfo;
    return {
      close: () => server.close(),
      readyz: async () => {
        const response = await fetch(`http://127.0.0.1:${port}/readyz`);
        return [response.status, await response.json()];
      },
    };
  }
  const failing = [503, { ready: false, failing: ['jobProcess'] }];

  it('is 200 once a job process has started, before any job', async () => {
    const probes = await probed(provided());
    expect(await probes.readyz()).toEqual(failing);
    await until('the process to start', async () => (await probes.readyz())[0] === 200);
    expect(await probes.readyz()).toEqual([200, { ready: true, failing: [] }]);
    probes.close();
  });

  it('names the job process while none starts, and recovers without a job', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'job-process-')), 'program.mjs');
    const runner = provided({ file, retryDelaySeconds: 0.1 });
    const probes = await probed(runner);
    expect(await run(runner, 'fine')).toMatchObject({ kind: 'postponed' });
    expect(await probes.readyz()).toEqual(failing);
    copyFileSync(poison, file);
    await until('a process to start', async () => (await probes.readyz())[0] === 200);
    probes.close();
  });
});

it("runs jobs at normal priority if it can't be lowered, and logs it once", async () => {
  const warned: unknown[] = [];
  const logger = Object.assign(Object.create(testLogger) as typeof testLogger, {
    warn: (...message: unknown[]) => warned.push(message),
  });
  const runner = provided({
    logger,
    lowerPriority: () => {
      throw Object.assign(new Error('A system error occurred: uv_os_setpriority returned EACCES'), { code: 'EACCES' });
    },
  });
  expect(await Promise.all([run(runner, 'fine'), run(runner, 'fine')])).toEqual([{ kind: 'done' }, { kind: 'done' }]);
  expect(warned).toEqual([[{ err: expect.any(Error) as Error }, expect.stringContaining('priority')]]);
});

onLinux('lowers the priority of a process for jobs', async () => {
  expect([10, getPriority()]).toContain(getPriority(Number(await pidOf(provided()))));
});

it('keeps one idle process, and ends the others', async () => {
  const runner = provided({ idleSeconds: 0.1 });
  const pids = await Promise.all([pidOf(runner), pidOf(runner), pidOf(runner)]);
  const living = () => pids.filter((pid) => isAlive(Number(pid)));
  await until('all but one to end', () => living().length === 1);
  expect(await pidOf(runner)).toBe(living()[0]);
});

it('leaves no processes when closed', async () => {
  const runner = provided();
  const pids = await Promise.all([pidOf(runner), pidOf(runner)]);
  await runner.close();
  expect(pids.filter((pid) => isAlive(Number(pid)))).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
