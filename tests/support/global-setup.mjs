import { rmSync } from 'node:fs';
import { prepareData } from '../../scripts/lib/prepared-data.mjs';

/** Creates the data folder that each browser test's product starts with. */
export default async function setup() {
  const dataDir = await prepareData();
  if (!dataDir) return;
  process.env.PREPARED_DATA_DIR = dataDir;
  globalThis.removePreparedData = () => rmSync(dataDir, { recursive: true, force: true });
}
