/**
 * What this device knows of its own warnings, in IndexedDB, where the service worker (web/src/worker/push) finds it, too. None
 * of it is sent anywhere but the token, back to where it came from.
 */

/** Where somebody is, degrees north and east; for the words "at your place" in a notification. */
export interface DevicePlace {
  lat: number;
  lon: number;
}

/** That this device is told. The worker writes the token down when it has confirmed the channel; the page adds the rest. */
export interface ToldDevice {
  /** By which its owner changes and ends what is sent here. */
  token: string;
  /** The address that the site has of this browser, and when it last heard it (milliseconds since 1970 UTC). */
  endpoint?: string;
  renewedAt?: number;
}

interface Records {
  mine: DevicePlace;
  told: ToldDevice;
}

const databaseName = 'place';
const storeName = 'place';

/** Where nothing can be stored, it lasts until the page is left. */
const unstored = new Map<string, unknown>();

const done = <Result>(asked: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error ?? new Error('the device’s store failed'));
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

/** A record; undefined when there is none. */
export async function readRecord<Key extends keyof Records>(key: Key): Promise<Records[Key] | undefined> {
  try {
    return await withStore('readonly', (records) => done(records.get(key) as IDBRequest<Records[Key] | undefined>));
  } catch {
    // No IndexedDB, as in the private windows of some browsers.
    return unstored.get(key) as Records[Key] | undefined;
  }
}

/** Keeps a record, or forgets it with undefined. */
export async function keepRecord<Key extends keyof Records>(key: Key, value: Records[Key] | undefined): Promise<void> {
  try {
    await withStore<unknown>('readwrite', (records) =>
      value === undefined ? done(records.delete(key)) : done(records.put(value, key)),
    );
  } catch {
    if (value === undefined) unstored.delete(key);
    else unstored.set(key, value);
  }
}
