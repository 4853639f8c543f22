import type { Installation } from './find-installation.mjs';
import type { Manifest } from './take-backup.mjs';

export function fillFrom(
  installation: Installation,
  folder: string,
  manifest: Manifest,
  options?: { identity?: string; say?: (line: string) => void },
): Promise<string[]>;
