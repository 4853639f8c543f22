import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../lib/checkout.mjs';
import { faultsOf, imagesInUse, readLock as readImages } from '../../release/base-images.mjs';
import {
  billFaults,
  knownAdvisories,
  lockFaults,
  makeBill,
  packagesOf,
  readLock,
  registryAdvisories,
} from '../../release/supply.mjs';

export const name = 'S-30';
export const title = 'dependencies';
export const rule =
  'Every package has its checksum and runs on the oldest supported Node, every base image has its digest, the bill of materials lists everything that runs, and no known advisory applies.';

export async function run({ say, checks, defer }) {
  const lock = readLock();
  for (const fault of lockFaults(lock)) checks.that(false, fault);

  // A check that never fails proves nothing: the same lock file with one error must be rejected.
  const [victim] = packagesOf(lock).filter(({ dev }) => !dev);
  const changed = (entry) => ({ packages: { ...lock.packages, [victim.path]: { ...victim, ...entry } } });
  for (const [what, entry] of [
    ['without a checksum', { integrity: undefined }],
    ['from elsewhere', { resolved: 'https://packages.example.org/x.tgz' }],
    ['for a newer Node', { engines: { node: '>=99' } }],
  ])
    checks.that(lockFaults(changed(entry)).length === 1, `a package ${what} goes unnoticed`);

  const images = readImages();
  for (const fault of faultsOf(images)) checks.that(false, fault);
  const [image, ...others] = images;
  checks.that(faultsOf(others, imagesInUse()).length === 1, `${image.image} without a digest goes unnoticed`);

  const list = JSON.parse(readFileSync(join(root, 'scripts/release/advisories.json'), 'utf8'));
  for (const found of knownAdvisories(lock, list)) checks.that(false, found);
  const old = { packages: { 'node_modules/multer': { version: '1.4.4' } } };
  checks.that(knownAdvisories(old, list).length === 1, 'a package with a known advisory goes unnoticed');
  const answer = await registryAdvisories();
  if (answer) for (const found of answer) checks.that(false, found);
  else say('NOT CHECKED: the registry does not serve advisories here');

  const folder = mkdtempSync(join(tmpdir(), 'arkansas-weather-sbom-'));
  defer(() => rmSync(folder, { recursive: true, force: true }));
  const bill = await makeBill(join(folder, 'sbom.cdx.json'));
  for (const fault of billFaults(bill, lock)) checks.that(false, fault);
  const shorter = { ...bill, components: bill.components.slice(0, -20) };
  checks.that(billFaults(shorter, lock).length > 0, 'a bill of materials without twenty packages goes unnoticed');

  const running = packagesOf(lock).filter(({ dev }) => !dev).length;
  say(
    `${running} packages at run time, ${images.length} base images, ${list.advisories.length} advisories on the list`,
  );
  return {
    packages: running,
    images: images.length,
    components: bill.components.length,
    registryAsked: Boolean(answer),
  };
}
