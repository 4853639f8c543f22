/** The images before the last upgrade. An upgrade tags replaced images as `previous`. */
import { containersOf, docker, inspect } from './containers.mjs';

const idOf = (image) => docker(['image', 'inspect', '--format', '{{.Id}}', image]).catch(() => undefined);
const previousOf = (image) => image.replace(/:[^:]+$/, ':previous');

/** @returns image name → ID of the image that its containers run */
async function runningImages(services, names) {
  const found = new Map();
  for (const name of names) {
    const [id] = await containersOf(name);
    if (id) found.set(services[name].image, await inspect(id, '{{.Image}}'));
  }
  return found;
}

/** Does nothing if no running image is about to be replaced. */
export async function tagPreviousImages(services, names) {
  const running = await runningImages(services, names);
  const next = await Promise.all([...running.keys()].map(idOf));
  if ([...running.values()].every((id, index) => id === next[index])) return;
  for (const [image, id] of running) await docker(['tag', id, previousOf(image)]);
}

/**
 * Points each image name back to the image before the last upgrade, so that plain `docker compose up` starts it, too.
 * @throws Error when a previous image is missing, or nothing would change
 */
export async function returnToPrevious(services, names) {
  const images = [...new Set(names.map((name) => services[name].image))];
  const ids = await Promise.all(images.map(async (image) => [image, await idOf(image), await idOf(previousOf(image))]));
  const missing = ids.filter(([, , before]) => !before).map(([image]) => image);
  if (missing.length > 0) throw new Error(`There are no previous images of ${missing.join(', ')}.`);
  if (ids.every(([, now, before]) => now === before)) throw new Error('The previous images are already running.');
  for (const [image, , before] of ids) await docker(['tag', before, image]);
}
