import { rmSync } from 'node:fs';

export default function teardown() {
  const folder = process.env.PREPARED_DATA_DIR;
  if (folder) rmSync(folder, { recursive: true, force: true });
}
