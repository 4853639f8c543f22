import { ObjectStore } from '../../../services/platform/dist/data/object-store.js';
import { interlacedPng, progressivePhoto } from '../lib/hostile-image-files.mjs';
import { processTree, rssMb } from '../lib/process-usage.mjs';
import { call, moderated, photo, sendSnapshot } from '../lib/site-actions.mjs';

export const name = 'S-23';
export const title = 'decompression bombs beside valid pictures';
export const rule =
  'Three of the heaviest allowed pictures beside bombs that got past the upload keep the picture worker within its memory; it rejects each bomb with the reason, and processes a valid photo.';
export const limitMinutes = 15;

/**
 * Of the whole process (scripts/compose/core.yml, k8s/base/picture-worker/deployment.yaml) and of one decoder: 576 MiB of
 * data plus its code.
 */
const maxMib = { total: 1_280, decoder: 640 };

/** Returns a function that stops watching and returns the peak. */
function watchMemory(pid) {
  const peak = { total: 0, decoder: 0 };
  const timer = setInterval(() => {
    const sizes = processTree(pid).flatMap((each) => {
      try {
        return [rssMb(each)];
      } catch {
        // The process has exited in the meantime.
        return [];
      }
    });
    const total = sizes.reduce((sum, size) => sum + size, 0);
    peak.total = Math.max(peak.total, Math.round(total));
    peak.decoder = Math.max(peak.decoder, ...sizes.map(Math.round));
  }, 50);
  return () => {
    clearInterval(timer);
    return peak;
  };
}

const location = 'Replaced';
const replaced = `FROM submissions.images JOIN submissions.snapshots ON image_id = images.id
  WHERE location = '${location}'`;

/** Replaces stored bytes by a bomb after the check at upload, before the worker reads them. */
async function replaceByBombs(product) {
  const staged = await product.query(`SELECT staging_key AS key ${replaced}`);
  const { objectStore } = product.state();
  const store = new ObjectStore({ bucket: 'arkansas-weather', region: 'us-east-1', ...objectStore });
  const bomb = interlacedPng(7_000);
  for (const { key } of staged) await store.put(key, bomb, 'image/png');
  store.close();
  return staged.length;
}

export async function run({ product: start, log, checks, rows }) {
  const product = await start({ fresh: true });
  const token = await product.signIn();
  await product.untilImagesProcessed();
  const pids = product.pids();
  const memory = watchMemory(pids['picture-worker']);
  product.signalWorkers('SIGSTOP', ['picture-worker']);
  const sent = [];
  try {
    const file = { bytes: await progressivePhoto(7_700, 5_700, '4:4:4'), type: 'image/jpeg', name: 'heavy.jpg' };
    for (let number = 0; number < 3; number += 1) {
      sent.push(await sendSnapshot(product, { file }));
      sent.push(await sendSnapshot(product, { fields: { location } }));
    }
    const count = await replaceByBombs(product);
    checks.that(count === 3, `${count} of 3 pictures could be replaced`);
  } finally {
    product.signalWorkers('SIGCONT', ['picture-worker']);
  }
  for (const { status } of sent) checks.that(status === 201, `a picture returned ${status}`);
  const good = await sendSnapshot(product, { file: await photo({ width: 4_000, height: 3_000 }) });
  await moderated(product, token, good.json.data.id);
  await product.untilImagesProcessed();
  const peak = memory();
  for (const { state, reason } of await product.query(`SELECT state, rejection_reason AS reason ${replaced}`))
    checks.that(state === 'rejected' && /256 MiB when decoded/.test(reason), `in the worker: ${state} "${reason}"`);
  checks.that(peak.decoder <= maxMib.decoder, `a decoder took ${peak.decoder} MiB`);
  checks.that(peak.total <= maxMib.total, `the picture worker took ${peak.total} MiB`);
  log(`the picture worker took ${peak.total} MiB, its largest process ${peak.decoder} MiB`);
  rows.push({ what: 'three heavy photos, three bombs, a valid photo', outcome: `${peak.total} MiB at most` });
  checks.that((await call(product, 'GET', '/main/home')).status === 200, 'the home page no longer works');
  const restarted = product.restartedSince(pids);
  checks.that(restarted.length === 0, `ended: ${restarted.join(', ')}`);
  return { peakMib: peak };
}
