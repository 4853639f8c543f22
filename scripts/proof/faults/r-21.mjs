import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { corpus } from '../lib/corpus.mjs';
import { rssMb } from '../lib/costs.mjs';
import { burst } from '../lib/load.mjs';
import { formType, snapshotForm } from '../lib/multipart.mjs';

export const name = 'R-21';
export const title = 'the memory of two hundred uploads';
export const rule =
  'With 200 photos of 5 MB in parallel the gateway stays below 350 MB, excess uploads are refused immediately with 503, too large files with 413, bombs with 413 or 422, and no temporary file is left.';
export const limitMinutes = 25;

/** In megabytes of 10⁶ bytes. */
const megabytes = (pid) => rssMb(pid) * 1.048576;

export async function run(context) {
  const { checks, rows } = context;
  const product = await context.product({ fresh: true });
  const pid = product.pids().gateway;
  const upload = (picture, type) => ({
    url: `${product.url}/main/snapshot/create`,
    method: 'POST',
    headers: { 'Content-Type': formType },
    body: snapshotForm(picture, { type, fields: { comment: String(Math.random()) } }),
  });
  const noise = Buffer.alloc(1_500 * 1_200 * 3);
  for (let at = 0; at < noise.length; at += 1) noise[at] = Math.floor(Math.random() * 256);
  const photo = await sharp(noise, { raw: { width: 1_500, height: 1_200, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const padded = Buffer.concat([
    photo.subarray(0, -2),
    Buffer.alloc(Math.max(0, 5e6 - photo.length)),
    photo.subarray(-2),
  ]);
  const bombs = (await corpus()).filter(({ name: file }) => file.startsWith('bomb-196'));
  const count = context.quick ? 60 : 200;
  const rounds = [
    ...Array.from({ length: context.quick ? 1 : 3 }, () => ['5 MB photos', padded, 'image/jpeg', [201, 503]]),
    ['10 MiB and a byte', Buffer.alloc(10 * 1_024 * 1_024 + 1, photo), 'image/jpeg', [413, 503]],
    ['bombs', bombs[0].bytes, 'image/png', [413, 422, 503]],
  ];
  const baseline = megabytes(pid);
  for (const [what, picture, type, fine] of rounds) {
    let peak = 0;
    const timer = setInterval(() => (peak = Math.max(peak, megabytes(pid))), 50);
    const { tally, answers } = await burst(Array.from({ length: count }, () => upload(picture, type)));
    clearInterval(timer);
    for (const { status, error, headers } of answers) {
      checks.that(fine.includes(status) || error === 'ECONNRESET' || error === 'EPIPE', `${what}: ${status ?? error}`);
      if (status === 503) checks.that(headers['retry-after'] !== undefined, `${what}: a 503 without Retry-After`);
    }
    checks.that(peak <= 350, `${what}: the gateway took ${Math.round(peak)} MB`);
    rows.push({ round: what, uploads: count, answers: tally.text, 'peak MB': Math.round(peak) });
  }
  const left = () => readdirSync('/tmp').filter((file) => file.startsWith(`gateway-uploads-${pid}`));
  checks.that(
    left().length === 0 || readdirSync(`/tmp/${left()[0]}`).length === 0,
    `temporary files are left: ${left().join(', ')}`,
  );
  await checks.eventually(
    () => megabytes(pid) <= Math.max(baseline * 1.3, 250),
    `the memory did not return to ${Math.round(baseline)} MB`,
    { withinMs: 90_000, everyMs: 1_000 },
  );
  checks.that(product.pids().gateway === pid, 'the gateway was restarted');
  return { baselineMb: Math.round(baseline) };
}
