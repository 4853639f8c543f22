import type { Installation } from './installation.mjs';
import type { Manifest } from './take.mjs';

export function fillFrom(
  installation: Installation,
  folder: string,
  manifest: Manifest,
  options?: { identity?: string; say?: (line: string) => void },
): Promise<string[]>;
