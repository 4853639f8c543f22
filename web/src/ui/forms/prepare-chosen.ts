import type { PictureWish, PreparedPicture } from './prepare-picture.js';

/** Loads `preparePicture` on demand. If that fails, the server's checks have to do. Never rejects. */
export async function prepareChosen(chosen: File, wish: PictureWish): Promise<PreparedPicture> {
  const module = await import('./prepare-picture.js').catch(() => undefined);
  if (!module) return { file: chosen };
  return module.preparePicture(chosen, wish).catch(() => ({
    fault: `We couldn't read this file. Please choose it again, or another one.`,
  }));
}
