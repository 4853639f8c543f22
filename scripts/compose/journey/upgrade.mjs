import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect } from '../../lib/visitor-journey.mjs';
import { operator } from './visitors.mjs';

/** Upgrades and downgrades the installation while visitors use it. */

/**
 * Tries an upgrade with wrong settings and one with a failing migration, then upgrades.
 * @param world with `to`: VERSION of the images to upgrade to
 * @throws Error when a refused upgrade replaced something, or a visitor noticed any of them
 */
export async function upgrade({ installation, site, say, to }) {
  const { compose, environment } = installation;
  const { folder, end, underVisitors } = operator({ site: site.address, environment });
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
      COMPOSE_FILE: [environment.COMPOSE_FILE, broken].join(delimiter),
    });
    expect(migration.failed && migration.output.includes('migrate-content failed'), `it went on: ${migration.output}`);
    expect((await running()) === before, 'a failed migration replaced something');
    noticed(migration.visits, 'an upgrade with a failing migration');
    say('a failing migration: nothing replaced');

    const done = await underVisitors('upgrade.mjs', ['--built'], { VERSION: to });
    expect(!done.failed, done.output);
    expect((await running()) !== before, 'nothing was replaced');
    noticed(done.visits, 'the upgrade');
    say(`upgraded from ${environment.VERSION} to ${to}: ${done.visits.text}`);
    // Everything that follows runs on the new images.
    environment.VERSION = to;
  } finally {
    end();
  }
}

/** Returns to the previous images. @throws Error when a visitor noticed it */
export async function downgrade({ installation, site, say }) {
  const { end, underVisitors } = operator({ site: site.address, environment: installation.environment });
  try {
    const { failed, output, visits } = await underVisitors('downgrade.mjs', []);
    expect(!failed, output);
    expect(visits.failed + visits.unknownAlerts === 0, `the downgrade: ${visits.text}`);
    say(`returned to the previous images: ${visits.text}`);
  } finally {
    end();
  }
}
