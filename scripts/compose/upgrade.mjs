/**
 * Brings a compose installation to the state of this checkout and .env: the first start, a new version, or a changed
 * setting.
 *
 *     node scripts/compose/upgrade.mjs [--built]
 *
 * First fetches patched base images and builds; --built uses the existing images (named by VERSION). Every image checks
 * the new settings first, and the migrations run before anything is replaced. Then each service gets a new container,
 * healthy before the old one stops. `downgrade.mjs` returns to the previous images.
 */
import { chmodSync, readFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../lib/checkout.mjs';
import { logElapsed as log } from '../lib/log.mjs';
import {
  compose,
  containersOf,
  docker,
  imageOf,
  ingress,
  readServices,
  runCommand,
  runStep,
  sortServices,
  stores,
  unattended,
} from './containers.mjs';
import { checkSettings } from './check-settings.mjs';
import { tagPreviousImages } from './previous-images.mjs';
import { replaceService } from './replace-service.mjs';

const timeoutMs = 600_000;

/** Returns the images that others make: those that ours are built from, the stores, the ingress. */
async function baseImages() {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const ofDockerfile = [...dockerfile.matchAll(/^ARG \w+_IMAGE=(\S+)$/gm)].map(([, image = '']) => image);
  const ofServices = Object.values(await readServices()).map(({ image }) => image);
  return [...new Set([...ofDockerfile, ...ofServices])].filter((image) => !image.startsWith('arkansas-weather/'));
}

/** Fetches patched base images. Without a registry, the present ones stay in use. */
async function pullBaseImages() {
  const images = await baseImages();
  const results = await Promise.allSettled(images.map((image) => docker(['pull', '--quiet', image], { timeoutMs })));
  const failed = images.filter((_image, index) => results[index]?.status === 'rejected');
  if (failed.length > 0) log(`not pulled, so perhaps without the latest patches: ${failed.join(', ')}`);
  else log('the base images are up to date');
}

async function build() {
  const child = spawn('docker', ['compose', 'build'], { cwd: root, stdio: 'inherit' });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (code !== 0) throw new Error('Building the images failed; nothing was changed.');
}

await runCommand(async () => {
  // The ingress container reads the file as another user.
  chmodSync(join(root, 'scripts/compose/ingress.mjs'), 0o644);
  if (!process.argv.includes('--built')) {
    await pullBaseImages();
    await build();
  }
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
  await compose(['up', '--detach', '--no-deps', '--no-build', '--wait', ...unattended]);
  // Only after an upgrade from a version in which nginx owned the port.
  if ((await containersOf(ingress)).length === 0)
    await compose(['up', '--detach', '--no-deps', '--no-build', '--wait', ingress]);
  log('up to date');
});
