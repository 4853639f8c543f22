import { prepareData } from '../../scripts/lib/prepared-data.mjs';

/** Makes the data folder that the product of each browser test begins with. */
export default async function setup() {
  process.env.PREPARED_DATA_DIR ??= await prepareData();
}
