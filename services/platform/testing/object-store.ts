import { randomBytes } from 'node:crypto';
import { ObjectStore, type StorePlace } from '../src/data/object-store.js';
import type { StoreKey } from '../src/data/store-role.js';

/** An empty bucket for one test file on the run's S3 store. */
export async function testObjectStore(): Promise<{ settings: StorePlace & StoreKey; store: ObjectStore }> {
  const settings = {
    endpoint: process.env['TEST_S3_ENDPOINT'] ?? '',
    accessKey: process.env['TEST_S3_ACCESS_KEY'] ?? '',
    secretKey: process.env['TEST_S3_SECRET_KEY'] ?? '',
    bucket: `test-${randomBytes(6).toString('hex')}`,
    region: 'us-east-1',
  };
  const store = new ObjectStore(settings);
  await store.ensureBucket();
  return { settings, store };
}
