import { rmSync } from 'node:fs';
import { prepareData } from '../../scripts/lib/prepared-data.mjs';

/** Creates the data folder that each test's product starts with. Returns the step that removes it after the last test. */
export default async function setup() {
  const dataDir = await prepareData();
  if (!dataDir) return;
  process.env.PREPARED_DATA_DIR = dataDir;
  return () => rmSync(dataDir, { recursive: true, force: true });
}
