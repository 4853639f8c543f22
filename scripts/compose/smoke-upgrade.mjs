import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../lib/checkout.mjs';

/** The part of the compose test that upgrades and downgrades the installation while visitors use it. */

const run = promisify(execFile);

const readEveryMs = 200;
const writeEveryMs = 1_000;
const paths = ['/', '/main/home', '/main/weather/alerts', '/now', '/main/teams'];

/** A visitor's request, on a connection and from an address of its own. @throws Error unless it is answered as it should be */
async function request(site, path, number, options = {}) {
  const response = await fetch(`${site}${path}`, {
    ...options,
    headers: { Connection: 'close', 'X-Forwarded-For': `198.18.${(number >> 8) & 255}.${number & 255}` },
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  if (response.status !== (options.method ? 201 : 200)) throw new Error(`${path}: ${response.status}`);
  return text;
}

const message = (number) =>
  new URLSearchParams({
    name: 'Ada Visitor',
    phone: '5015550100',
    email: 'ada@smoke.test',
    feedback: `Hail in Conway, report ${number} of ${process.pid}`,
  });

/**
 * Five reads and one form a second until stopped.
 * @returns stop(), which resolves with the figures: how many were sent, how many failed and why, and how often the alerts were unknown
 */
export function visitors(site) {
  let going = true;
  const figures = { reads: 0, failedReads: 0, writes: 0, failedWrites: 0, alerts: 0, unknownAlerts: 0, slowestMs: 0 };
  const reasons = new Map();
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
        const reason = error.cause?.code ?? error.message;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
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
      const why = [...reasons].map(([reason, count]) => `${count} × ${reason}`).join(', ');
      return {
        failed: failedReads + failedWrites,
        unknownAlerts,
        text:
          `${failedReads} of ${reads} reads and ${failedWrites} of ${writes} forms failed${why && ` (${why})`}, ` +
          `alerts unknown in ${unknownAlerts} of ${alerts}, slowest answer ${(slowestMs / 1_000).toFixed(1)} s`,
      };
    },
  };
}

/**
 * Runs upgrade.mjs or downgrade.mjs as an operator would, with visitors on the site.
 * @param site the address of the installation; `environment` names its project and settings
 */
export function operator({ site, environment }) {
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-upgrade-'));
  const noSettings = join(folder, 'none.env');
  writeFileSync(noSettings, '');
  return {
    folder,
    end: () => rmSync(folder, { recursive: true }),
    async underVisitors(script, words, more) {
      const all = visitors(site);
      const ended = await run(process.execPath, [join(root, 'scripts/compose', script), ...words], {
        env: { ...process.env, ...environment, COMPOSE_ENV_FILES: noSettings, ...more },
        timeout: 900_000,
      }).then(
        ({ stdout }) => ({ failed: false, output: stdout }),
        (error) => ({ failed: true, output: `${error.stdout}${error.stderr}` }),
      );
      return { ...ended, visits: await all.stop() };
    },
  };
}

/**
 * Tries an upgrade with wrong settings and one with a failing migration, then upgrades.
 * @param to VERSION of the images to upgrade to
 * @throws Error when a refused upgrade replaced something, or a visitor noticed any of them
 */
export async function theUpgrade({ site, environment, compose, say, expect, to }) {
  const { folder, end, underVisitors } = operator({ site, environment });
  const running = async () => (await compose(['ps', '--quiet', '--no-trunc'])).split('\n').sort().join();
  const noticed = ({ failed, unknownAlerts, text }, what) => expect(failed + unknownAlerts === 0, `${what}: ${text}`);
  try {
    const before = await running();
    const wrong = await underVisitors('upgrade.mjs', ['--built'], {
      VERSION: to,
      PUBLIC_URL: 'weather.lab.test',
      MAIL_FROM: 'nobody',
      SESSION_IDLE_MINUTES: 'soon',
    });
    const named = ['PUBLIC_URL', 'MAIL_FROM', 'SESSION_IDLE_MINUTES'].filter((name) =>
      wrong.output.includes(`  ${name}: `),
    );
    expect(wrong.failed && named.length === 3, `wrong settings were not all listed:\n${wrong.output}`);
    expect((await running()) === before, 'wrong settings replaced something');
    noticed(wrong.visits, 'an upgrade with wrong settings');
    say('wrong settings: all three listed, nothing replaced');

    const broken = join(folder, 'broken.yml');
    writeFileSync(broken, `services: { migrate-content: { entrypoint: [node, -e, 'process.exit(1)'] } }\n`);
    const migration = await underVisitors('upgrade.mjs', ['--built'], {
      VERSION: to,
      COMPOSE_FILE: [environment.COMPOSE_FILE ?? join(root, 'docker-compose.yml'), broken].join(':'),
    });
    expect(migration.failed && migration.output.includes('migrate-content failed'), `it went on: ${migration.output}`);
    expect((await running()) === before, 'a failed migration replaced something');
    noticed(migration.visits, 'an upgrade with a failing migration');
    say('a failing migration: nothing replaced');

    const upgrade = await underVisitors('upgrade.mjs', ['--built'], { VERSION: to });
    expect(!upgrade.failed, upgrade.output);
    expect((await running()) !== before, 'nothing was replaced');
    noticed(upgrade.visits, 'the upgrade');
    say(`upgraded from ${environment.VERSION} to ${to}: ${upgrade.visits.text}`);
    return upgrade.output;
  } finally {
    end();
  }
}

/** Returns to the previous images. @throws Error when a visitor noticed it */
export async function theDowngrade({ site, environment, say, expect }) {
  const { end, underVisitors } = operator({ site, environment });
  try {
    const { failed, output, visits } = await underVisitors('downgrade.mjs', []);
    expect(!failed, output);
    expect(visits.failed + visits.unknownAlerts === 0, `the downgrade: ${visits.text}`);
    say(`returned to the previous images: ${visits.text}`);
  } finally {
    end();
  }
}
