import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../../lib/checkout.mjs';
import { until } from '../../lib/until.mjs';
import { endlessSvg, gifOfBlocks, interlacedPng, progressivePhoto } from '../lib/corpus.mjs';
import { cpuSeconds, processTree, rssMb } from '../lib/costs.mjs';
import { call, moderated, photo, sendSnapshot } from '../lib/site.mjs';

export const name = 'S-23';
export const title = 'decompression bombs beside valid pictures';
export const rule =
  'Pictures that decode to more than 256 MiB are rejected with the reason, at upload and in the worker; three of the heaviest allowed keep the picture worker within its memory; a GIF of 10 MB in one-byte blocks costs the gateway no more than an ordinary one; on a busy machine every valid logo is rendered, and one that takes too long reports so and can be retried; a valid photo afterwards is processed.';
export const limitMinutes = 15;

/**
 * Limits of the whole process (docker-compose.yml, k8s/base/picture-worker.yaml) and of one decoder: 576 MiB of data
 * plus its code.
 */
const mostMib = { whole: 1_280, decoder: 640 };

function watchMemory(pid) {
  const peak = { whole: 0, decoder: 0 };
  const timer = setInterval(() => {
    const sizes = processTree(pid).flatMap((each) => {
      try {
        return [rssMb(each)];
      } catch {
        // The process has exited in the meantime.
        return [];
      }
    });
    peak.whole = Math.max(
      peak.whole,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    peak.decoder = Math.max(peak.decoder, ...sizes);
  }, 50);
  return () => {
    clearInterval(timer);
    return { whole: Math.round(peak.whole), decoder: Math.round(peak.decoder) };
  };
}

const advertise = (product, company, bytes) =>
  call(product, 'POST', '/main/advertise/with/us', {
    multipart: {
      name: 'S',
      email: 's@example.org',
      phone_number: '5015550100',
      company_name: company,
      message: 'm',
      url: '',
      advertise_file: { bytes, type: 'image/svg+xml', name: 'logo.svg' },
    },
  });

const logosOf = (product) =>
  product.query(
    `SELECT company_name AS company, pictures.id, state, rejected_because AS reason
     FROM submissions.sponsors JOIN submissions.pictures ON logo_id = pictures.id WHERE email = 's@example.org'`,
  );

function allProcessorsBusy(defer) {
  const busy = Array.from({ length: 3 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  const release = () => busy.forEach((child) => child.kill('SIGKILL'));
  defer(release);
  return release;
}

async function atTheDoor({ product, checks, rows, bomb }) {
  const refused = [
    ['interlaced PNG of 16 bits', { bytes: bomb, type: 'image/png', name: 'bomb.png' }],
    [
      'progressive JPEG of 50 megapixels in full color',
      { bytes: await progressivePhoto(8_000, 6_250, '4:4:4'), type: 'image/jpeg', name: 'bomb.jpg' },
    ],
  ];
  for (const [what, file] of refused) {
    const { status, json } = await sendSnapshot(product, { file });
    const said = json?.errors?.[0]?.message ?? '';
    checks.that(status === 413 && /256 MiB when decoded/.test(said), `${what}: ${status} "${said}"`);
    rows.push({ what, outcome: `${status}` });
  }

  const gateway = [product.pids().gateway];
  const costOf = async (blockBytes) => {
    const before = cpuSeconds(gateway);
    const file = { bytes: gifOfBlocks(10_000_000, blockBytes), type: 'image/gif', name: 'blocks.gif' };
    const { status } = await sendSnapshot(product, { file });
    checks.that([201, 413, 422].includes(status), `a GIF in blocks of ${blockBytes}: ${status}`);
    return cpuSeconds(gateway) - before;
  };
  // Warms up the code.
  await costOf(255);
  const [usual, tiny] = [await costOf(255), await costOf(1)];
  checks.that(
    tiny <= 2 * usual + 0.3,
    `10 MB of one-byte blocks took ${tiny.toFixed(2)} s of the gateway's processor time, ordinary ones ${usual.toFixed(2)} s`,
  );
  rows.push({
    what: 'GIF, 10 MB in one-byte blocks',
    outcome: `${tiny.toFixed(2)} s of the gateway's processor time, with ordinary ones ${usual.toFixed(2)} s`,
  });
}

async function besideGoodOnes({ product, checks, rows, bomb, token, say }) {
  const memory = watchMemory(product.pids()['picture-worker']);
  product.signalWorkers('SIGSTOP', ['picture-worker']);
  const heavy = await progressivePhoto(7_700, 5_700, '4:4:4');
  const sent = [];
  try {
    for (let number = 0; number < 3; number += 1) {
      sent.push(await sendSnapshot(product, { file: { bytes: heavy, type: 'image/jpeg', name: 'heavy.jpg' } }));
      // Bypasses the check at upload: the bytes in the store become a bomb before the worker reads them.
      sent.push(await sendSnapshot(product, { fields: { location: 'Past the door' } }));
    }
    const staged = await product.query(
      `SELECT staging_key AS key FROM submissions.pictures JOIN submissions.snapshots ON picture_id = pictures.id
       WHERE location = 'Past the door'`,
    );
    const { objectStore } = product.state();
    const { ObjectStore } = await import(join(root, 'services/platform/dist/data/object-store.js'));
    const store = new ObjectStore({ bucket: 'arkansas-weather', region: 'us-east-1', ...objectStore });
    for (const { key } of staged) await store.put(key, bomb, 'image/png');
    store.close();
    checks.that(staged.length === 3, `${staged.length} of 3 pictures could be replaced`);
  } finally {
    product.signalWorkers('SIGCONT', ['picture-worker']);
  }
  for (const { status } of sent) checks.that(status === 201, `a picture returned ${status}`);
  const good = await sendSnapshot(product, { file: await photo({ width: 4_000, height: 3_000 }) });
  await moderated(product, token, good.json.data.id);
  await product.untilPicturesDone();
  const peak = memory();
  const bombs = await product.query(
    `SELECT state, rejected_because AS reason FROM submissions.pictures
     JOIN submissions.snapshots ON picture_id = pictures.id WHERE location = 'Past the door'`,
  );
  for (const { state, reason } of bombs)
    checks.that(state === 'rejected' && /256 MiB when decoded/.test(reason), `in the worker: ${state} "${reason}"`);
  checks.that(peak.decoder <= mostMib.decoder, `a decoder took ${peak.decoder} MiB`);
  checks.that(peak.whole <= mostMib.whole, `the picture worker took ${peak.whole} MiB`);
  say(`the picture worker took ${peak.whole} MiB, its largest process ${peak.decoder} MiB`);
  rows.push({ what: 'three heavy photos, three bombs, a valid photo', outcome: `${peak.whole} MiB at most` });
  return peak;
}

async function whenBusy({ product, checks, rows, token, defer }) {
  const folder = join(root, 'services/submissions/seed/logos');
  const files = readdirSync(folder).filter((file) => file.endsWith('.svg'));
  const release = allProcessorsBusy(defer);
  for (const file of files) {
    const { status } = await advertise(product, file, readFileSync(join(folder, file)));
    checks.that(status === 201, `${file}: ${status}`);
  }
  await advertise(product, 'endless', endlessSvg());
  const finished = () =>
    until(
      'every logo to be rendered or given up',
      async () => {
        const logos = await logosOf(product);
        return logos.every(({ state, reason }) => state !== 'processing' || reason !== '') && logos;
      },
      { withinMs: 300_000, everyMs: 500 },
    );
  const logos = await finished();
  release();
  const drawn = logos.filter(({ company, state }) => company !== 'endless' && state === 'ready');
  checks.that(drawn.length === files.length, `${drawn.length} of ${files.length} valid logos were rendered`);
  const reasonOf = (all) => all.find(({ company }) => company === 'endless')?.reason ?? '';
  checks.that(/3 s of processor time/.test(reasonOf(logos)), `the endless one: "${reasonOf(logos)}"`);
  const endless = logos.find(({ company }) => company === 'endless');
  const again = await call(product, 'POST', `/admin/main/pictures/${endless?.id}/retry`, { token });
  checks.that(again.status === 200, `retrying it returned ${again.status}`);
  checks.that(
    /3 s of processor time/.test(reasonOf(await finished())),
    'the second attempt at the endless one reported nothing',
  );
  rows.push({ what: 'valid logos on a busy machine', outcome: `${drawn.length} of ${files.length} drawn` });
}

export async function run({ product: start, defer, say, checks, rows }) {
  const product = await start({ fresh: true });
  const token = await product.signIn();
  await product.untilPicturesDone();
  const pids = product.pids();
  const parts = { product, checks, rows, say, token, defer, bomb: interlacedPng(7_000) };
  await atTheDoor(parts);
  await product.untilPicturesDone();
  const peak = await besideGoodOnes(parts);
  await whenBusy(parts);
  const last = await sendSnapshot(product, { file: await photo({ width: 1_600, height: 1_200 }) });
  await moderated(product, token, last.json.data.id);
  const ended = Object.entries(pids).filter(([role, pid]) => product.pids()[role] !== pid);
  checks.that(ended.length === 0, `ended: ${ended.map(([role]) => role).join(', ')}`);
  return { peakMib: peak };
}
