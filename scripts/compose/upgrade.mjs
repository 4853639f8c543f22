/**
 * Brings a compose installation to the state of this checkout and .env: the first start, a new version, or a changed
 * setting.
 *
 *     node scripts/compose/upgrade.mjs [--built]
 *
 * --built uses the existing images (named by VERSION). Every image checks the new settings first, and the migrations
 * run before anything is replaced. Then each service gets a new container, healthy before the old one stops.
 * `downgrade.mjs` returns to the previous images.
 */
import { chmodSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../lib/checkout.mjs';
import { logElapsed as log } from '../lib/log.mjs';
import {
  compose,
  containersOf,
  imageOf,
  ingress,
  readServices,
  runCommand,
  runStep,
  sortServices,
  stores,
} from './containers.mjs';
import { checkSettings } from './check-settings.mjs';
import { tagPreviousImages } from './previous-images.mjs';
import { replaceService } from './replace-service.mjs';

async function build() {
  const child = spawn('docker', ['compose', 'build'], { cwd: root, stdio: 'inherit' });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error('Building the images failed; nothing was changed.');
}

await runCommand(async () => {
  // The ingress container reads the file as another user.
  chmodSync(join(root, 'scripts/compose/ingress.mjs'), 0o644);
  if (!process.argv.includes('--built')) await build();
  const services = await readServices();
  const { migrations, seeds, replaceable } = sortServices(services);
  const isRunning = (await containersOf('web')).length > 0;

  await runStep('setup');
  await checkSettings(services);
  log('every image accepts the settings');
  if (!isRunning) {
    log('starting everything');
    await compose(['up', '--detach', '--no-build', '--wait', '--wait-timeout', '540']);
    return log('up to date');
  }
  await tagPreviousImages(services, replaceable);
  await compose(['up', '--detach', '--no-deps', '--no-build', '--wait', '--wait-timeout', '540', ...stores]);
  for (const step of migrations) await runStep(step);
  log('the schemas are up to date');
  for (const step of seeds) await runStep(step);
  for (const name of replaceable) await replaceService(name, imageOf(services, name));
  // Only after an upgrade from a version in which nginx owned the port.
  if ((await containersOf(ingress)).length === 0)
    await compose(['up', '--detach', '--no-deps', '--no-build', '--wait', ingress]);
  log('up to date');
});
