import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../services/platform/local/ports.mjs';
import { root } from '../lib/checkout.mjs';

/** The part of the smoke test that upgrades the installation while visitors come. */

const run = promisify(execFile);

/** The longest that the port may be closed, in seconds. Only printed when missed, because the machine may be busy. */
const goalSeconds = 0.5;

/**
 * Visits the site every 25 ms, each time on a new connection, until it is stopped.
 * @param doors the addresses; a visitor who is not let in at one tries the next, as a proxy in front does
 * @returns stop(), which gives how many came, how many were turned away, and the longest time in which nobody was let in, in seconds
 */
function visitors(doors) {
  let going = true;
  let [total, failed, longest, openAt] = [0, 0, 0, performance.now()];
  const reasons = new Set();
  const visit = async (path) => {
    let reason;
    for (const door of doors)
      try {
        const headers = { Connection: 'close' };
        const answer = await fetch(`${door}${path}`, { headers, signal: AbortSignal.timeout(10_000) });
        await answer.arrayBuffer();
        if (answer.status === 200) return undefined;
        reason = String(answer.status);
      } catch (error) {
        reason = error.cause?.code ?? error.name;
      }
    return reason;
  };
  const done = (async () => {
    const open = [];
    while (going) {
      const path = ['/', '/main/home', '/main/teams'][total++ % 3];
      open.push(
        visit(path).then((reason) => {
          const now = performance.now();
          if (reason) {
            failed++;
            reasons.add(reason);
          } else {
            longest = Math.max(longest, now - openAt);
            openAt = now;
          }
        }),
      );
      await wait(25);
    }
    await Promise.all(open);
  })();
  return {
    async stop() {
      going = false;
      await done;
      return { total, failed, longest: longest / 1_000, reasons: [...reasons].join(', ') };
    },
  };
}

/**
 * Upgrades three times under visitors: with a migration that fails, with settings that every process reads, and with a second nginx.
 * @param site the address of the installation, of the project and the variables in `environment`
 * @throws Error when a failed migration replaced anything, or visitors were turned away where somebody could have served them
 */
export async function theUpgrades({ site, environment, compose, say, expect }) {
  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-upgrade-'));
  const noSettings = join(folder, 'none.env');
  const broken = join(folder, 'broken.yml');
  writeFileSync(noSettings, '');
  writeFileSync(broken, `services: { migrate-content: { entrypoint: [node, -e, 'process.exit(1)'] } }\n`);
  const upgrade = (more) =>
    run(process.execPath, [join(root, 'scripts/compose/upgrade.mjs'), '--built'], {
      env: { ...process.env, ...environment, COMPOSE_ENV_FILES: noSettings, ...more },
      timeout: 400_000,
    }).then(
      ({ stdout }) => ({ failed: false, said: stdout }),
      (error) => ({ failed: true, said: `${error.stdout}${error.stderr}` }),
    );
  const underVisitors = async (doors, more) => {
    const all = visitors(doors);
    const ended = await upgrade(more);
    const { failed, total, longest, reasons } = await all.stop();
    return {
      ended,
      turnedAway: failed,
      longest,
      figures: `${failed} of ${total} visits failed${reasons && ` (${reasons})`}`,
    };
  };
  const running = async () => (await compose(['ps', '--quiet', '--no-trunc'])).split('\n').sort().join();
  // Every process reads the first, nginx the second.
  const changed = { LOG_LEVEL: 'warn', LIVECAM_URLS: 'https://webcam.smoke.test/one' };
  try {
    const before = await running();
    const migration = await underVisitors([site], {
      ...changed,
      COMPOSE_FILE: `${join(root, 'docker-compose.yml')}:${broken}`,
    });
    const { failed, said } = migration.ended;
    expect(failed && said.includes('migrate-content failed'), `it went on: ${said}`);
    expect((await running()) === before, 'a failed migration replaced something');
    expect(migration.turnedAway === 0, `a failed migration cost visits: ${migration.figures}`);
    say(`a migration failed: nothing was replaced, ${migration.figures}`);

    const alone = await underVisitors([site], changed);
    expect(!alone.ended.failed, alone.ended.said);
    expect((await running()) !== before, 'nothing was replaced');
    const late = alone.longest > goalSeconds ? ` (goal ${goalSeconds} s)` : '';
    say(`everything was replaced: ${alone.figures}, nobody was let in for ${alone.longest.toFixed(2)} s${late}`);

    const second = String(await freePort());
    const two = await underVisitors([site, `http://127.0.0.1:${second}`], {
      ...changed,
      LIVECAM_URLS: 'https://webcam.smoke.test/two',
      SECOND_PORT: second,
    });
    expect(!two.ended.failed, two.ended.said);
    expect(two.turnedAway === 0, `with a second nginx ${two.figures}`);
    expect((await compose(['ps', '--all', '--quiet', 'web-second'])) === '', 'the second nginx is still there');
    say(`nginx was replaced beside a second one: ${two.figures}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
