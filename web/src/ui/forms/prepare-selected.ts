import type { ImageRequirements, PreparedImage } from './prepare-image.js';

/** Loads `prepareImage` on demand. If that fails, the server's checks have to do. Never rejects. */
export async function prepareFile(selectedFile: File, options: ImageRequirements): Promise<PreparedImage> {
  const module = await import('./prepare-image.js').catch(() => undefined);
  if (!module) return { file: selectedFile };
  return module.prepareImage(selectedFile, options).catch(() => ({
    error: `We couldn't read this file. Please choose it again, or another one.`,
  }));
}
