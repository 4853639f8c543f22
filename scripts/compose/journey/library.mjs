import sharp from 'sharp';
import { expect } from '../../lib/visitor-journey.mjs';
import { until } from '../../lib/until.mjs';

/** The gateway's limit for a file (`uploads/multipart.ts`). */
const largestBytes = 10 * 1024 * 1024;

/** Returns a noisy photo, as from a camera, padded with JPEG comments to exactly this many bytes. */
async function jpegOf(bytes) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 };
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

/** Uploads a picture of the maximum size to the library and opens it; a larger one is rejected with the reason. */
export async function library({ site, say, session }) {
  const headers = await session();
  const send = async (bytes, name) => {
    const body = new FormData();
    body.append('name', name);
    body.append('alt', 'Clouds over a field');
    body.append('image', new Blob([bytes], { type: 'image/jpeg' }), 'clouds.jpg');
    const address = `${site.address}/admin/main/media/create`;
    const response = await fetch(address, { method: 'POST', headers, body, signal: AbortSignal.timeout(60_000) });
    return { status: response.status, answer: await response.json().catch(() => ({})) };
  };
  const largest = await jpegOf(largestBytes);
  const taken = await send(largest, `Clouds ${Date.now()}`);
  expect(taken.status < 300, `a picture of 10 MiB returned ${taken.status}: ${taken.answer.message}`);
  const ready = await until(
    'the library picture to be processed',
    async () => {
      const { data } = await site.json(`/admin/main/media/${taken.answer.data.id}`, { headers });
      return data.picture.state === 'ready' && data.picture;
    },
    { withinMs: 150_000, everyMs: 500 },
  );
  const { src } = ready.sizes.at(-1);
  const opened = await site.get(src, headers);
  expect(opened.status === 200, `${src} answered ${opened.status}`);

  const refused = await send(Buffer.concat([largest, Buffer.alloc(1)]), 'Too large');
  expect(refused.status === 413 && refused.answer.message, `a picture above 10 MiB returned ${refused.status}`);
  say(`a picture of 10 MiB is in the library; one byte more was rejected: "${refused.answer.message}"`);
}
