/** Upgrades and downgrades while visitors use the installation. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { commandsOf } from '../../docs-commands.mjs';
import { root } from '../../lib/checkout.mjs';
import { run } from '../../lib/run.mjs';
import { expect } from '../../lib/visitor-requests.mjs';
import { sumOf } from '../../lib/visitor-totals.mjs';

/** @typedef {import('./run.mjs').World} World */

/**
 * Returns a function that runs a command while visitors send five reads and a form per second.
 * @param {Pick<World, 'installation' | 'site'>} world
 */
const operator = ({ installation, site }) => {
  const visitor = join(root, 'scripts/lib/visitor.mjs');
  return async (/** @type {string} */ command, /** @type {Record<string, string>} */ more = {}) => {
    const visitors = spawn(process.execPath, [visitor, site.address, `upgrade-${process.pid}`, '5', '1']);
    const visited = text(visitors.stdout);
    const environment = { ...installation.environment, ...more };
    const ended = await run('sh', ['-ec', command], { environment, timeoutMs: 900_000, withErrors: true }).then(
      (output) => ({ failed: false, output }),
      ({ output }) => ({ failed: true, output }),
    );
    visitors.kill('SIGTERM');
    await once(visitors, 'close');
    const { alerts, unknownAlerts, slowestMs, ...visits } = sumOf(await visited);
    const others = `alerts unknown in ${unknownAlerts} of ${alerts}, slowest response ${(slowestMs / 1_000).toFixed(1)} s`;
    return { ...ended, visits: { ...visits, unknownAlerts, text: `${visits.text}, ${others}` } };
  };
};

/**
 * @param {{ failed: number, unknownAlerts: number, text: string }} visits
 * @param {string} what
 * @throws Error when a visitor got an error, or read that the alerts are unknown
 */
const unnoticed = ({ failed, unknownAlerts, text }, what) => expect(failed + unknownAlerts === 0, `${what}: ${text}`);

/**
 * Tries an upgrade with wrong settings and one with a failing migration, then upgrades.
 * @param {World} world
 * @param world with `to`: VERSION of the images to upgrade to
 * @throws Error when a rejected upgrade replaced something, or any of them affected a visitor
 */
export async function upgrade({ installation, site, log, to }) {
  const { compose, environment, shell } = installation;
  const underVisitors = operator({ installation, site });
  const running = async () => (await compose(['ps', '--quiet', '--no-trunc'])).split('\n').sort().join();
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-upgrade-'));
  const documented = commandsOf('upgrade-compose');
  const command = `${documented.pop()} --built`;
  try {
    for (const first of documented) await shell(first);
    installation.useCurrentFiles();
    const before = await running();
    const wrong = await underVisitors(command, {
      VERSION: to,
      PUBLIC_URL: 'weather.lab.test',
      MAIL_FROM: 'nobody',
      SESSION_IDLE_MINUTES: 'soon',
    });
    const listed = ['PUBLIC_URL', 'MAIL_FROM', 'SESSION_IDLE_MINUTES'].filter((name) =>
      wrong.output.includes(`  ${name}: `),
    );
    expect(wrong.failed && listed.length === 3, `wrong settings were not all listed:\n${wrong.output}`);
    expect((await running()) === before, 'wrong settings replaced something');
    unnoticed(wrong.visits, 'an upgrade with wrong settings');
    log('wrong settings: all three listed, nothing replaced');

    const broken = join(folder, 'broken.yml');
    writeFileSync(broken, `services: { migrate-content: { entrypoint: [node, -e, 'process.exit(1)'] } }\n`);
    const migration = await underVisitors(command, {
      VERSION: to,
      COMPOSE_FILE: [environment.COMPOSE_FILE, broken].join(delimiter),
    });
    expect(
      migration.failed && migration.output.includes('migrate-content failed'),
      `it continued: ${migration.output}`,
    );
    // Only Redis may have restarted, for new users.
    expect((await running()) === before, 'a failed migration replaced something');
    unnoticed(migration.visits, 'an upgrade with a failing migration');
    log('a failing migration: nothing replaced');

    const from = environment.VERSION;
    const done = await underVisitors(command, { VERSION: to });
    expect(!done.failed, done.output);
    expect((await running()) !== before, 'nothing was replaced');
    // For all later stages.
    environment.VERSION = to;
    log(`upgraded from ${from} to ${to}: ${done.visits.text}`);
    unnoticed(done.visits, `the upgrade:\n${done.output}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @param {World} world @throws Error when the downgrade affected a visitor */
export async function downgrade({ installation, site, log }) {
  const underVisitors = operator({ installation, site });
  const { failed, output, visits } = await underVisitors(commandsOf('downgrade-compose').join('\n'));
  expect(!failed, output);
  log(`returned to the previous images: ${visits.text}`);
  unnoticed(visits, `the downgrade:\n${output}`);
}
