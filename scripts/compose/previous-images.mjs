/** The images before the last upgrade. An upgrade tags replaced images as `previous`. */
import { containersOf, docker, imageOf, inspect } from './containers.mjs';

/** @typedef {import('./containers.mjs').Services} Services */

/** @param {string} image */
const idOf = (image) => docker(['image', 'inspect', '--format', '{{.Id}}', image]).catch(() => undefined);
const previousOf = (/** @type {string} */ image) => image.replace(/:[^:]+$/, ':previous');

/** @param {Services} services @param {string[]} names @returns image name → ID of the image that its containers run */
async function runningImages(services, names) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const name of names) {
    const [id] = await containersOf(name);
    if (id) found.set(imageOf(services, name), await inspect(id, '{{.Image}}'));
  }
  return found;
}

/** Does nothing if no running image is about to be replaced. @param {Services} services @param {string[]} names */
export async function tagPreviousImages(services, names) {
  const running = await runningImages(services, names);
  const next = await Promise.all([...running.keys()].map(idOf));
  if ([...running.values()].every((id, index) => id === next[index])) return;
  for (const [image, id] of running) await docker(['tag', id, previousOf(image)]);
}

/**
 * Points each image name back to the image before the last upgrade, so that plain `docker compose up` starts it, too.
 * @param {Services} services
 * @param {string[]} names
 * @throws Error when a previous image is missing, or nothing would change
 */
export async function returnToPrevious(services, names) {
  const images = [...new Set(names.map((name) => imageOf(services, name)))];
  const ids = await Promise.all(
    images.map(async (image) => ({ image, now: await idOf(image), before: (await idOf(previousOf(image))) ?? '' })),
  );
  const missing = ids.filter(({ before }) => !before).map(({ image }) => image);
  if (missing.length > 0) throw new Error(`There are no previous images of ${missing.join(', ')}.`);
  if (ids.every(({ now, before }) => now === before)) throw new Error('The previous images are already running.');
  for (const { image, before } of ids) await docker(['tag', before, image]);
}
