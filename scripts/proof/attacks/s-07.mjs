import exifr from 'exifr';
import { openStore } from '../../backup/installation.mjs';
import { call, approvedSnapshot, photo } from '../lib/site.mjs';

export const name = 'S-07';
export const title = 'the location of a photo';
export const rule =
  'Nothing served or stored of a photo reveals its location, its camera or its owner, and the original bytes are gone.';

export async function run({ product: start, checks }) {
  const product = await start();
  const token = await product.signIn();
  const file = await photo({
    width: 2_000,
    height: 1_500,
    exif: {
      IFD0: { Make: 'CanaryCam', Model: 'CANARY-1000', Artist: 'Canary Person', Copyright: 'CANARY-COPY' },
      IFD2: { BodySerialNumber: 'CANARY-SERIAL', LensSerialNumber: 'CANARY-LENS' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '34/1 44/1 4716/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '92/1 17/1 2244/100',
      },
    },
  });
  const before = await exifr.parse(file.bytes, true);
  checks.that(before?.latitude > 34, 'the photo has no location to begin with');
  const snapshot = await approvedSnapshot(product, token, { file });
  for (const { src } of snapshot.picture.sizes) {
    const { bytes } = await call(product, 'GET', src);
    const found = await exifr.parse(bytes, true).catch(() => undefined);
    const told = Object.keys(found ?? {}).filter((key) =>
      /gps|latitude|longitude|make|model|serial|artist|date|thumb/i.test(key),
    );
    checks.that(told.length === 0, `${src} tells ${told.join(', ')}`);
    checks.that(!/CANARY|Canary/.test(bytes.toString('latin1')), `${src} contains text of the original`);
  }
  const store = openStore({ ...product.state().objectStore, bucket: 'arkansas-weather', region: 'us-east-1' });
  const holdsOriginal = async () => {
    for (const key of await store.keys()) {
      const object = await store.read(key);
      if (!object) continue;
      const chunks = [];
      for await (const chunk of object.stream) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      if (bytes.equals(file.bytes) || bytes.includes('CANARY-SERIAL')) return key;
    }
    return undefined;
  };
  await checks.eventually(async () => (await holdsOriginal()) === undefined, 'the original is still stored', {
    withinMs: 30_000,
  });
  return { sizes: snapshot.picture.sizes.length };
}
