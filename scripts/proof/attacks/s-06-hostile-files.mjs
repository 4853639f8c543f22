import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import sharp from 'sharp';
import { corpus } from '../lib/hostile-image-files.mjs';
import { call, sendSnapshot, sponsorForm } from '../lib/site-actions.mjs';

export const name = 'S-06';
export const title = 'hostile files';
export const rule =
  'Every file is rejected with 4xx or returned in our own encoding without its extras; none causes a 5xx, a crash or an outgoing call.';

const withoutNul = (text) => text.replaceAll('\u0000', '');

/** Logos may be SVG, photos may not. */
const send = (product, file) =>
  file.type === 'image/svg+xml'
    ? call(product, 'POST', '/main/advertise/with/us', {
        multipart: sponsorForm({ company_name: file.name, advertise_file: file }),
      })
    : sendSnapshot(product, { fields: { comment: withoutNul(file.name) }, file });

export async function run({ product: start, log, quick, checks, rows }) {
  const product = await start({ fresh: true });
  const token = await product.signIn();
  const pids = product.pids();
  const all = await corpus();
  const files = quick ? all.filter((_file, index) => index % 3 === 0) : all;
  let taken = 0;
  for (const file of files) {
    const from = performance.now();
    const { status } = await send(product, file);
    const elapsedMs = Math.round(performance.now() - from);
    const verdict = status === 201 ? 'taken' : status >= 400 && status < 500 ? 'rejected' : `answered with ${status}`;
    const fine = verdict === file.expect || (file.expect === 'either' && ['taken', 'rejected'].includes(verdict));
    checks.that(fine, `${file.name.slice(0, 40)}: ${verdict} (${status}), expected ${file.expect}`);
    if (verdict === 'taken') taken += 1;
    rows.push({ file: withoutNul(file.name).slice(0, 32), bytes: file.bytes.length, status, elapsedMs });
  }
  await product.untilImagesProcessed().catch(() => checks.that(false, 'a picture was never processed'));
  const images = await product.query("SELECT base_key, sizes, published FROM submissions.images WHERE state = 'ready'");
  for (const { sizes, published } of images) {
    for (const { key } of sizes) {
      const { bytes, headers, status } = await call(product, 'GET', `/media/${published ? '' : 'pending/'}${key}`, {
        token,
      });
      if (!checks.that(status === 200, `${key} is not served (${status})`)) continue;
      const metadata = await sharp(bytes).metadata();
      checks.that(
        headers.get('content-type') === `image/${metadata.format}`,
        `${key} is ${metadata.format}, served as ${headers.get('content-type')}`,
      );
      checks.that(!metadata.exif && !metadata.xmp && !metadata.iptc, `${key} has metadata`);
      checks.that(!/<script|<\?php|onload=|alert\(/.test(bytes.toString('latin1')), `${key} still contains the extra`);
    }
  }
  const calls = await product.simulator.calls();
  checks.that(!JSON.stringify(calls).includes('evil.example'), 'a file triggered an outgoing request');
  const crashed = product.restartedSince(pids);
  checks.that(crashed.length === 0, `crashed: ${crashed.join(', ')}`);
  checks.that(!/uncaught error/.test(readFileSync(product.logFile, 'utf8')), 'the log contains an uncaught error');
  log(`${files.length} files, ${taken} accepted, ${images.length} pictures generated`);
  return { files: files.length, taken, generated: images.length };
}
