/**
 * Data shared with the pages: database "place", store "place" (web/src/components/push). Without IndexedDB, as in some
 * private windows, nothing is stored.
 */
import type { Place } from './distance.js';

const databaseName = 'place';
const storeName = 'place';
/** Never sent anywhere. */
const placeKey = 'mine';
/** The subscription, with the token that authorizes changing and ending it. */
const subscriptionKey = 'told';

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('device store failed'));
  });

async function withStore<Result>(
  mode: IDBTransactionMode,
  work: (records: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result | undefined> {
  try {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => void opening.result.createObjectStore(storeName);
    const database = await done(opening);
    try {
      return await done(work(database.transaction(storeName, mode).objectStore(storeName)));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}

/** Returns this device's place; undefined without a valid one. */
export async function readStoredPlace(): Promise<Place | undefined> {
  const found = await withStore<unknown>('readonly', (records) => records.get(placeKey) as IDBRequest<unknown>);
  if (typeof found !== 'object' || found === null) return undefined;
  const { lat, lon } = found as Partial<Record<keyof Place, unknown>>;
  return Number.isFinite(lat) && Number.isFinite(lon) ? { lat: lat as number, lon: lon as number } : undefined;
}

/** The page adds the push endpoint on its next visit. */
export async function storeToken(token: string): Promise<void> {
  await withStore('readwrite', (records) => records.put({ token }, subscriptionKey));
}
