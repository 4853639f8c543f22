import { randomBytes } from 'node:crypto';
import type { storeAccess } from '../local/store-access.mjs';
import { ObjectStore, type StorePlace } from '../src/data/object-store.js';
import type { StoreKey } from '../src/data/store-role.js';

type StoreUser = keyof typeof storeAccess;

/**
 * Creates an empty bucket for one test file.
 * @param of the process whose key `settings` contains, limited to its prefixes in store-access.mjs; default: the
 *   owner
 * @returns also `store`, opened with the owner's key
 */
export async function testObjectStore(
  of?: StoreUser,
): Promise<{ settings: StorePlace & StoreKey; store: ObjectStore }> {
  const place = {
    endpoint: process.env['TEST_S3_ENDPOINT'] ?? '',
    bucket: `test-${randomBytes(6).toString('hex')}`,
    region: 'us-east-1',
  };
  const owner = {
    accessKey: process.env['TEST_S3_ACCESS_KEY'] ?? '',
    secretKey: process.env['TEST_S3_SECRET_KEY'] ?? '',
  };
  const store = new ObjectStore({ ...place, ...owner });
  await store.ensureBucket();
  return { settings: { ...place, ...((of && testStoreKey(of)) ?? owner) }, store };
}

/** Returns undefined for a store that this run didn't start (TEST_S3_ENDPOINT). */
export function testStoreKey(of: StoreUser): StoreKey | undefined {
  return (JSON.parse(process.env['TEST_S3_KEYS'] ?? '{}') as Record<string, StoreKey>)[of];
}

export const openAs = (settings: StorePlace & StoreKey, of: StoreUser): ObjectStore =>
  new ObjectStore({ ...settings, ...testStoreKey(of) });
