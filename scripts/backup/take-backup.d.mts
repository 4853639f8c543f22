import type { Installation } from './find-installation.mjs';

export interface Manifest {
  tables: { schema: string; name: string; rows: number }[];
  objects: { key: string }[];
}

export function takeBackup(
  installation: Installation,
  destination: string,
  recipient: string,
): Promise<{ folder: string; manifest: Manifest }>;
