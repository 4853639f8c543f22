/**
 * Notification data of this device, in IndexedDB, which the service worker (web/src/worker/push) can read too. Only the
 * token is ever sent, back to the site that issued it.
 */

/** The visitor's position in degrees north and east, for "at your place" in notifications. */
export interface DevicePlace {
  lat: number;
  lon: number;
}

/** The worker stores the token when it has confirmed the channel; the page adds the rest. */
export interface StoredSubscription {
  /** Authorizes changing and ending the subscription. */
  token: string;
  /**
   * The push endpoint that the site has for this browser, and when it last received it (milliseconds since 1970 UTC).
   */
  endpoint?: string;
  renewedAt?: number;
}

interface Records {
  mine: DevicePlace;
  told: StoredSubscription;
}

const databaseName = 'place';
const storeName = 'place';

/** Lasts until the page closes, where nothing can be stored. */
const unstored = new Map<string, unknown>();

const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('device store failed'));
  });

async function withStore<Result>(
  mode: IDBTransactionMode,
  work: (records: IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(databaseName, 1);
  opening.onupgradeneeded = () => void opening.result.createObjectStore(storeName);
  const database = await done(opening);
  try {
    return await work(database.transaction(storeName, mode).objectStore(storeName));
  } finally {
    database.close();
  }
}

/** Reads a record; undefined if there is none. Without IndexedDB, reads this page's own memory. */
export async function readRecord<Key extends keyof Records>(key: Key): Promise<Records[Key] | undefined> {
  try {
    return await withStore('readonly', (records) => done(records.get(key) as IDBRequest<Records[Key] | undefined>));
  } catch {
    // No IndexedDB, as in some private windows.
    return unstored.get(key) as Records[Key] | undefined;
  }
}

/** Undefined deletes the record. */
export async function storeRecord<Key extends keyof Records>(key: Key, value: Records[Key] | undefined): Promise<void> {
  try {
    await withStore<unknown>('readwrite', (records) =>
      value === undefined ? done(records.delete(key)) : done(records.put(value, key)),
    );
  } catch {
    if (value === undefined) unstored.delete(key);
    else unstored.set(key, value);
  }
}
