import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../../services/platform/local/ports.mjs';
import { providersBelow } from '../../../simulator/addresses.mjs';
import { root } from '../../lib/checkout.mjs';
import { newFolder } from '../../lib/processes.mjs';
import { commandOf, processTree, pssMb } from '../lib/costs.mjs';
import { rounded } from '../lib/statistics.mjs';

const mostMb = 700;
const mostSeconds = 10;
/** Runs `npm start` as a user types it, but without calling the weather providers: a benchmark must not burden them. */
async function npmStart({ dataDir, defer }) {
  const from = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(await freePort()),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      REDIS_URL: '',
      S3_ENDPOINT: '',
      ...providersBelow('http://127.0.0.1:9'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that the whole group can be interrupted as Ctrl-C does.
    detached: true,
  });
  let printed = '';
  const running = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        printed = (printed + text).slice(-5_000);
        if (printed.includes('Ctrl-C stops everything')) resolve(performance.now() - from);
      });
    child.once('exit', (code) => reject(new Error(`npm start exited with ${code}:\n${printed}`)));
    child.once('error', reject);
    setTimeout(() => reject(new Error(`npm start takes too long:\n${printed}`)), 180_000).unref();
  });
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGINT');
    await ended;
  };
  defer(stop);
  return { seconds: (await running) / 1_000, pid: child.pid, stop };
}

function roleOf(command) {
  if (/postgres/.test(command)) return 'postgres';
  const words = command.split(' ');
  const file = words.find((word, at) => /\.m?js$/.test(word) && words[at - 1] !== '--import');
  if (!file) return 'npm';
  const [, workspace] = /([\w-]+)\/dist\//.exec(file) ?? [];
  const name = [workspace, basename(file).replace(/\.m?js$/, '')].filter(Boolean).join(' ');
  return name === 'start' ? 'launcher' : name;
}

/** Returns undefined for a process that has just exited, as Postgres' helpers do. */
function costOf(pid) {
  try {
    return { role: roleOf(commandOf(pid)), mb: pssMb(pid) };
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
}

export const benchmark = {
  name: 'memory-start',
  title: 'npm start when built: time until it responds, and idle memory of all its processes (sum of PSS)',
  goal: `≤ ${mostMb} MB, ≤ ${mostSeconds} s`,

  async run({ quick, defer, say }) {
    const { build } = await import('../../build.mjs');
    await build({ ifChanged: true });
    const dataDir = newFolder('bench');
    defer(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 }));
    const first = await npmStart({ dataDir, defer });
    say(`on an empty folder: ${first.seconds.toFixed(1)} s`);
    // Until the sample pictures are processed.
    await wait(quick ? 15_000 : 30_000);
    await first.stop();

    const second = await npmStart({ dataDir, defer });
    say(`after that: ${second.seconds.toFixed(1)} s`);
    await wait(quick ? 30_000 : 90_000);
    const byRole = new Map();
    for (const pid of processTree(second.pid)) {
      const cost = costOf(pid);
      if (cost) byRole.set(cost.role, (byRole.get(cost.role) ?? 0) + cost.mb);
    }
    const mb = Math.round([...byRole.values()].reduce((sum, each) => sum + each, 0));
    await second.stop();
    const startSeconds = rounded(second.seconds, 1);
    return {
      holds: mb <= mostMb && startSeconds <= mostSeconds,
      measured: `${mb} MB, ${startSeconds} s (${rounded(first.seconds, 1)} s on an empty folder)`,
      details: {
        mb,
        startSeconds,
        firstStartSeconds: rounded(first.seconds, 1),
        byRole: Object.fromEntries([...byRole].map(([role, each]) => [role, Math.round(each)])),
      },
      rows: [...byRole]
        .sort(([, left], [, right]) => right - left)
        .map(([role, each]) => ({ process: role, 'PSS in MB': Math.round(each) })),
    };
  },
};
