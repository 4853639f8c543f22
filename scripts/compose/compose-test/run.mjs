/**
 * Tests a separate compose installation as visitors, editors and operators use it: through nginx, with Redis, a mail
 * server, a push service and weather providers. Kills every service, backs up, wipes and restores, with the documented
 * commands.
 *
 *     node scripts/compose/compose-test.mjs [--built] [--from VERSION [--from-checkout FOLDER]] [--keep] [--in FOLDER] [--only photo,restore]
 *
 * --built uses the existing images (named by VERSION). --from starts with other images and the compose files of their
 * checkout, upgrades to VERSION under traffic, and downgrades at the end. --keep leaves the installation running, and --in continues in it.
 */
import { parseArgs } from 'node:util';
import { build } from '../../build.mjs';
import { commandsOf } from '../../docs-commands.mjs';
import { logElapsed as log } from '../../lib/log.mjs';
import { expect, signIn, siteAt } from '../../lib/visitor-requests.mjs';
import { draft, post, storm } from './editors.mjs';
import { crashes, gatewayLoss, outage } from './failures.mjs';
import { firstHour } from './first-hour.mjs';
import { Installation } from './test-installation.mjs';
import { Outside } from './simulated-services.mjs';
import { network, pages } from './pages.mjs';
import { library, photo, sponsor } from './images.mjs';
import { restore } from './restore.mjs';
import { downgrade, upgrade } from './upgrade.mjs';
import { contact, newsletter, push } from './visitors.mjs';

/**
 * @typedef {object} World what a stage gets
 * @property {Installation} installation
 * @property {ReturnType<typeof siteAt> & { address: string }} site
 * @property {(text: string) => void} log
 * @property {string} publicUrl
 * @property {string} adminEmail
 * @property {string} password
 * @property {Outside} outside
 * @property {string} to VERSION of the images to upgrade to
 * @property {() => ReturnType<typeof signIn>} session
 * @property {{ photo?: { file: string, bytes: Buffer }, reader?: string, post?: string }} state for later stages
 */

/**
 * In order: pictures late, because the picture worker first processes the sample content.
 * @type {Record<string, (world: World) => Promise<void>>}
 */
const stages = {
  upgrade,
  pages,
  network,
  firstHour,
  contact,
  newsletter,
  post,
  draft,
  storm,
  photo,
  sponsor,
  library,
  push,
  outage,
  crashes,
  gatewayLoss,
  restore,
  downgrade,
};

const { values: options } = parseArgs({
  options: {
    built: { type: 'boolean' },
    from: { type: 'string' },
    'from-checkout': { type: 'string' },
    keep: { type: 'boolean' },
    in: { type: 'string' },
    only: { type: 'string' },
  },
});
const withoutPrevious = (/** @type {string} */ name) => name !== 'upgrade' && name !== 'downgrade';
const selected =
  options.only?.split(',') ?? Object.keys(stages).filter((name) => options.from || withoutPrevious(name));
const unknown = selected.filter((name) => !(name in stages));
if (unknown.length > 0) {
  process.stderr.write(`--only: unknown stage ${unknown.join(', ')}; stages: ${Object.keys(stages).join(', ')}\n`);
  process.exit(1);
}

const adminEmail = 'operator@journey.test';
const publicUrl = 'https://weather.lab.test';
const { installation, password: existingPassword } = options.in
  ? Installation.reopen(options.in)
  : {
      installation: await Installation.prepare({
        adminEmail,
        publicUrl,
        version: options.from,
        checkout: options['from-checkout'],
      }),
    };

/** @returns the first admin's password */
async function install() {
  // For the simulators of the outside world.
  await build({ ifChanged: true });
  const commands = commandsOf('install-compose').map((command) =>
    options.built ? command.replace(' --build', '') : command,
  );
  log(`installing the images ${installation.environment.VERSION}`);
  const outputs = [];
  for (const command of commands) outputs.push(await installation.shell(command));
  const [password] = /^\S+$/m.exec(outputs.at(-1) ?? '') ?? [];
  expect(password, 'the installation commands did not print the first password');
  log(`all services are healthy on ${installation.address}`);
  if (options.keep) installation.save(password);
  return password;
}

/** @param {string} password @returns one line for each stage that failed */
async function runStages(password) {
  const site = { ...siteAt(installation.address), address: installation.address };
  /** @type {ReturnType<typeof signIn> | undefined} */
  let session;
  /** @type {World} */
  const world = {
    installation,
    site,
    log,
    publicUrl,
    adminEmail,
    password,
    outside: new Outside(installation.outsidePort),
    to: process.env.VERSION || 'dev',
    session: () => (session ??= signIn(site, adminEmail, password)),
    state: {},
  };
  const failures = [];
  for (const name of selected) {
    const from = Date.now();
    const failure = await stages[name]?.(world).catch((error) => /** @type {Error} */ (error));
    const seconds = ((Date.now() - from) / 1_000).toFixed(1);
    if (failure) failures.push(`${name}: ${failure.message}`);
    log(failure ? `${name} FAILED after ${seconds} s: ${failure.message}` : `${name}: ${seconds} s`);
  }
  return failures;
}

const ready = existingPassword ? Promise.resolve(existingPassword) : install();
const failures = await ready.then(runStages, (error) => [`installation: ${error.message}`]);
if (failures.length > 0) {
  process.exitCode = 1;
  process.stderr.write(`\n${await installation.describe()}\n\n${failures.join('\n')}\n`);
} else log('the journey passed');
if (options.keep) {
  const { project, address, folder } = installation;
  log(`left running: ${address}; continue with --in ${folder}, remove it with "docker compose -p ${project} down -v"`);
} else await installation.remove().catch(({ message }) => log(message));
