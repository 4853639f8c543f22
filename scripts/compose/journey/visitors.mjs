import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../lib/checkout.mjs';

/** Simulates visitors who use an installation while an operator works on it. */

const run = promisify(execFile);

const readEveryMs = 200;
const writeEveryMs = 1_000;
const paths = ['/', '/main/home', '/main/weather/alerts', '/now', '/main/teams'];

/** Makes a visitor's request, with a separate connection and address. @throws Error for any unexpected status */
async function request(site, path, number, options = {}) {
  const response = await fetch(`${site}${path}`, {
    ...options,
    headers: { Connection: 'close', 'X-Forwarded-For': `198.18.${(number >> 8) & 255}.${number & 255}` },
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  const said = /"message":"([^"]*)"/.exec(text)?.[1] ?? '';
  if (response.status !== (options.method ? 201 : 200)) throw new Error(`${path}: ${response.status} ${said}`.trim());
  return text;
}

const message = (number) =>
  new URLSearchParams({
    name: 'Ada Visitor',
    phone: '5015550100',
    email: 'ada@visitor.test',
    feedback: `Hail in Conway, report ${number} of ${process.pid}`,
  });

/**
 * Sends five reads and one form per second until stopped.
 * @returns stop(), which resolves with the counts of requests, failures with reasons, and responses with unknown alerts
 */
export function visitors(site) {
  let going = true;
  const figures = { reads: 0, failedReads: 0, writes: 0, failedWrites: 0, alerts: 0, unknownAlerts: 0, slowestMs: 0 };
  /** The first reasons are enough. */
  const reasons = [];
  const startedAt = performance.now();
  const open = new Set();
  const send = (kind, path, options) => {
    const number = ++figures[kind];
    const from = performance.now();
    const work = request(site, path, number + (kind === 'writes' ? 20_000 : 0), options)
      .then((text) => {
        if (path !== '/main/weather/alerts') return;
        figures.alerts++;
        if (JSON.parse(text).data.ok !== true) figures.unknownAlerts++;
      })
      .catch((error) => {
        figures[kind === 'reads' ? 'failedReads' : 'failedWrites']++;
        const second = Math.round((from - startedAt) / 1_000);
        reasons.push(`${error.cause?.code ?? error.message} at ${second} s`);
      })
      .finally(() => {
        figures.slowestMs = Math.max(figures.slowestMs, performance.now() - from);
        open.delete(work);
      });
    open.add(work);
  };
  const every = async (ms, act) => {
    for (let turn = 0; going; turn++, await wait(ms)) act(turn);
  };
  const done = Promise.all([
    every(readEveryMs, (turn) => send('reads', paths[turn % paths.length])),
    every(writeEveryMs, (turn) => send('writes', '/main/contact-us', { method: 'POST', body: message(turn) })),
  ]);
  return {
    async stop() {
      going = false;
      await done;
      await Promise.all(open);
      const { reads, failedReads, writes, failedWrites, alerts, unknownAlerts, slowestMs } = figures;
      const why = reasons.slice(0, 10).join(', ');
      return {
        failed: failedReads + failedWrites,
        unknownAlerts,
        text:
          `${failedReads} of ${reads} reads and ${failedWrites} of ${writes} forms failed${why && ` (${why})`}, ` +
          `alerts unknown in ${unknownAlerts} of ${alerts}, slowest response ${(slowestMs / 1_000).toFixed(1)} s`,
      };
    },
  };
}

/**
 * Runs an operator's commands while visitors use the site.
 * @param site the address of the installation; `environment` contains its project and settings
 */
export function operator({ site, environment }) {
  return async (command, more = {}) => {
    const all = visitors(site);
    const ended = await run('sh', ['-ec', command], {
      cwd: root,
      env: { ...process.env, ...environment, ...more },
      timeout: 900_000,
    }).then(
      ({ stdout }) => ({ failed: false, output: stdout }),
      (error) => ({ failed: true, output: `${error.stdout}${error.stderr}` }),
    );
    return { ...ended, visits: await all.stop() };
  };
}
