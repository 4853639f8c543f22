/** Stages of the compose test that upload images. */
import sharp from 'sharp';
import { phonePhotos, photoFaults } from '../../../tests/support/phone-photos.mjs';
import { until } from '../../lib/until.mjs';
import { expect, followPhoto, formOf } from '../../lib/visitor-requests.mjs';

/** @typedef {import('./run.mjs').World} World */

/** Different decoders: libheif as WebAssembly, sharp in the sandbox, and sharp with scaling on load. */
const phones = ['iphone-15-pro-12mp.heic', 'android.avif', 'galaxy-s24-ultra-200mp.jpg'];

/** Uploads photos; saves the first for the restore stage. @param {World} world */
export async function photo({ site, log, session, state }) {
  const follow = async (/** @type {import('../../lib/visitor-requests.mjs').PhotoFile | undefined} */ sent) => {
    const file = await followPhoto(site, session, log, sent);
    const response = await site.get(file);
    expect(response.status === 200, `${file} answered ${response.status}`);
    return { file, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  state.photo = await follow(undefined);
  for (const phone of phonePhotos.filter(({ name }) => phones.includes(name))) {
    const { bytes } = await follow(phone);
    const faults = await photoFaults(bytes);
    expect(faults.length === 0, `${phone.name}: ${faults.join('; ')}`);
    log(`${phone.name} is upright, has its colors and no metadata`);
  }
}

/** @param {World} world */
export async function sponsor({ site, log, session }) {
  const company = `Ozark Storm Shelters ${Date.now()}`;
  const logo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#284' } })
    .png()
    .toBuffer();
  const body = formOf({
    name: company,
    email: 'sponsor@journey.test',
    phone_number: '5015550123',
    company_name: company,
    message: 'We would like to support the site.',
    url: 'https://sponsor.journey.test/',
    advertise_file: new File([logo], 'logo.png', { type: 'image/png' }),
  });
  /** @type {{ data: { id: number } }} */
  const { data: sent } = await site.json('/main/advertise/with/us', { method: 'POST', body });

  const headers = await session();
  await until(
    'the logo to be processed',
    async () => {
      /** @type {{ data: { pendingSponsor: { id: number, picture?: { state: string } }[] } }} */
      const { data } = await site.json('/admin/main/sponsor?state=pending', { headers });
      return data.pendingSponsor.find(({ id, picture: image }) => id === sent.id && image?.state === 'ready');
    },
    { withinMs: 60_000, intervalMs: 500 },
  );
  await site.json(`/admin/main/sponsor/approve/${sent.id}`, { method: 'POST', headers });
  const listedSponsor = await until('the sponsor on the home page', async () => {
    /** @type {{ data: { sponsors: { id: number, name: string, company_logo: string }[] } }} */
    const { data } = await site.json('/main/home');
    return data.sponsors.find(({ id, company_logo: file }) => id === sent.id && file);
  });
  expect(listedSponsor.name === company, `the home page calls the sponsor "${listedSponsor.name}"`);
  await until('the logo to be public', async () => (await site.get(listedSponsor.company_logo)).status === 200);
  log('a sponsor applied with a logo, was approved, and is on the home page');
}

/** As in `uploads/multipart.ts`. */
const maxUploadBytes = 10 * 1024 * 1024;

/** Pads a noisy photo with JPEG comments to exactly this many bytes. @param {number} bytes */
async function jpegOf(bytes) {
  const noise = /** @type {const} */ ({ type: 'gaussian', mean: 128, sigma: 30 });
  const photo = await sharp({ create: { width: 3_000, height: 2_000, channels: 3, background: '#357', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
  const comments = [];
  // A comment has two bytes of marker, two of length, and at most 65,533 of text.
  for (let left = bytes - photo.length; left > 0;) {
    const size = left > 65_537 ? Math.min(left - 4, 65_537) : left;
    const comment = Buffer.alloc(size, 0x20);
    comment.writeUInt16BE(0xfffe, 0);
    comment.writeUInt16BE(size - 2, 2);
    comments.push(comment);
    left -= size;
  }
  return Buffer.concat([photo.subarray(0, 2), ...comments, photo.subarray(2)]);
}

/** Uploads a picture of the maximum size; a larger one is rejected with the reason. @param {World} world */
export async function library({ site, log, session }) {
  const headers = await session();
  const send = async (/** @type {Buffer<ArrayBuffer>} */ bytes, /** @type {string} */ name) => {
    const image = new File([bytes], 'clouds.jpg', { type: 'image/jpeg' });
    const body = formOf({ name, alt: 'Clouds over a field', image });
    const address = `${site.address}/admin/main/media/create`;
    const response = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
    const result = /** @type {{ message?: string, data?: { id: number } }} */ (await response.json().catch(() => ({})));
    return { status: response.status, result };
  };
  const fullSizeJpeg = await jpegOf(maxUploadBytes);
  const taken = await send(fullSizeJpeg, `Clouds ${Date.now()}`);
  expect(taken.status < 300, `a picture of 10 MiB returned ${taken.status}: ${taken.result.message}`);
  const ready = await until(
    'the library picture to be processed',
    async () => {
      /** @type {{ data: { picture: { state: string, sizes: { src: string }[] } } }} */
      const { data } = await site.json(`/admin/main/media/${taken.result.data?.id}`, { headers });
      return data.picture.state === 'ready' && data.picture;
    },
    { withinMs: 150_000, intervalMs: 500 },
  );
  const src = ready.sizes.at(-1)?.src;
  expect(src, 'the library picture has no sizes');
  const opened = await site.get(src, headers);
  expect(opened.status === 200, `${src} answered ${opened.status}`);

  const rejected = await send(Buffer.concat([fullSizeJpeg, Buffer.alloc(1)]), 'Too large');
  expect(rejected.status === 413 && rejected.result.message, `a picture above 10 MiB returned ${rejected.status}`);
  log(`a picture of 10 MiB is in the library; one byte more was rejected: "${rejected.result.message}"`);
}
