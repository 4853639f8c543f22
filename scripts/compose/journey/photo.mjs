import { expect, followPhoto } from '../../lib/visitor-journey.mjs';

/** Sends a photo and follows it to the home page. Keeps its address and bytes for the restore. */
export async function photo({ site, say, session, kept }) {
  const file = await followPhoto(site, session, say);
  const picture = await site.get(file);
  expect(picture.status === 200, `${file} answered ${picture.status}`);
  kept.photo = { file, bytes: Buffer.from(await picture.arrayBuffer()) };
}
