import { call, pendingSnapshot } from '../lib/site.mjs';

export const name = 'S-09';
export const title = 'unapproved photos';
export const rule =
  'Without a session a pending or rejected photo is 404 at every address, and keys cannot be guessed or listed.';

export async function run({ product: start, checks }) {
  const product = await start();
  const token = await product.signIn();
  const { id, picture } = await pendingSnapshot(product, token);
  const closed = async (when) => {
    for (const { src } of picture.sizes) {
      const published = src.replace('/pending/', '/');
      for (const address of [
        src,
        published,
        published.replace('/media/', '/media/public/'),
        src.replace('/media/', '/media/./'),
        published.replace(/-\d+\./, '.'),
      ]) {
        const { status } = await call(product, 'GET', address);
        // 503: a key may belong to a picture that is still being processed, whether or not it exists.
        checks.that([404, 503].includes(status), `${when}: ${address} returned ${status}`);
      }
    }
  };
  await closed('pending');
  checks.that((await call(product, 'GET', picture.sizes[0].src, { token })).status === 200, "a moderator can't see it");
  for (const path of [
    '/media/',
    '/media/snapshots/',
    '/media/pending/',
    '/media/staging/',
    '/media/?list-type=2',
    '/media/..%2f..%2fsecrets.json',
    '/media/snapshots/%00',
    '/media/staging/00000000-0000-7000-8000-000000000000',
  ]) {
    const { status, text } = await call(product, 'GET', path);
    checks.that(status === 404 || status === 400, `${path} returned ${status}`);
    checks.that(!/ListBucket|<Key>/.test(text), `${path} lists objects`);
  }
  await call(product, 'POST', `/admin/main/snapshot/approve/${id}`, { token });
  const published = picture.sizes[0].src.replace('/pending/', '/');
  checks.that((await call(product, 'GET', published)).status === 200, 'the approved photo is not served');
  await call(product, 'POST', `/admin/main/snapshot/delete/${id}`, { token });
  await checks.eventually(
    async () => (await call(product, 'GET', published)).status === 404,
    'the deleted photo is still served after a minute',
    { withinMs: 60_000, everyMs: 500 },
  );
}
