import { phonePhotos, photoFaults } from '../../lib/phone-photos.mjs';
import { expect, followPhoto } from '../../lib/visitor-journey.mjs';

/** Each uses another decoder: libheif as WebAssembly, sharp in the sandbox, and sharp with scaling on load. */
const phones = ['iphone-15-pro-12mp.heic', 'android.avif', 'galaxy-s24-ultra-200mp.jpg'];

/** Uploads photos and follows them to the home page. Saves the address and bytes of the first for the restore stage. */
export async function photo({ site, say, session, kept }) {
  const follow = async (sent) => {
    const file = await followPhoto(site, session, say, sent);
    const picture = await site.get(file);
    expect(picture.status === 200, `${file} answered ${picture.status}`);
    return { file, bytes: Buffer.from(await picture.arrayBuffer()) };
  };
  kept.photo = await follow();
  for (const phone of phonePhotos.filter(({ name }) => phones.includes(name))) {
    const { bytes } = await follow(phone);
    const faults = await photoFaults(bytes);
    expect(faults.length === 0, `${phone.name}: ${faults.join('; ')}`);
    say(`${phone.name} is upright, has its colors and no metadata`);
  }
}
