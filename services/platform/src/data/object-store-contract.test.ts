import { buffer } from 'node:stream/consumers';
import { garageIsThere, startGarage } from '../../testing/garage.js';
import { testObjectStore } from '../../testing/object-store.js';
import { until } from '../../testing/until.js';
import { ObjectStore } from './object-store.js';

/** What we require of a store, on each one that can be started here. */

interface OptionalNumber {
  store: ObjectStore;
  stop(): Promise<void>;
}

const stores: [string, boolean, () => Promise<OptionalNumber>][] = [
  [
    'the store of this run',
    true,
    async () => {
      const { store } = await testObjectStore();
      return { store, stop: () => Promise.resolve() };
    },
  ],
  [
    garageIsThere ? 'Garage' : 'Garage (left out: there is no program "garage" here; GARAGE names one)',
    garageIsThere,
    async () => {
      const { settings, stop } = await startGarage();
      return { store: new ObjectStore(settings), stop };
    },
  ],
];

for (const [name, canRun, start] of stores)
  (canRun ? describe : describe.skip)(name, () => {
    let provided: OptionalNumber;
    beforeAll(async () => {
      provided = await start();
      await until('the bucket to be there', () =>
        provided.store.ensureBucket().then(
          () => true,
          () => false,
        ),
      );
    });
    afterAll(async () => {
      provided.store.close();
      await provided.stop();
    });

    const picture = Buffer.from('a picture, or nearly');

    it('stores an object with its type and returns it', async () => {
      const { store } = provided;
      await store.ping();
      await store.put('private/a/1.webp', picture, 'image/webp');
      expect(await store.get('private/a/1.webp')).toEqual(picture);
      expect(await store.stat('private/a/1.webp')).toMatchObject({
        sizeBytes: picture.length,
        mediaType: 'image/webp',
      });
      const stream = await store.stream('private/a/1.webp');
      expect(stream && (await buffer(stream))).toEqual(picture);
    });

    it('reports a missing object', async () => {
      const { store } = provided;
      expect(await store.stat('private/none')).toBeUndefined();
      expect(await store.stream('private/none')).toBeUndefined();
      await store.remove(['private/none']);
    });

    it('accepts an upload to a presigned URL', async () => {
      const { store } = provided;
      const address = await store.presignedPut('private/a/2.png');
      const { status } = await fetch(address, {
        method: 'PUT',
        body: picture,
        headers: { 'content-type': 'image/png' },
      });
      expect(status).toBe(200);
      expect(await store.stat('private/a/2.png')).toMatchObject({ sizeBytes: picture.length, mediaType: 'image/png' });
    });

    it('refuses an upload of another object to a presigned URL', async () => {
      const address = new URL(await provided.store.presignedPut('private/a/3.png'));
      address.pathname = address.pathname.replace('3.png', '4.png');
      const { status } = await fetch(address, { method: 'PUT', body: picture });
      expect(status).toBe(403);
    });

    it('copies, lists by prefix and removes', async () => {
      const { store } = provided;
      await store.put('private/b/1.webp', picture, 'image/webp');
      await store.copy('private/b/1.webp', 'public/b/1.webp');
      expect(await store.stat('public/b/1.webp')).toMatchObject({ mediaType: 'image/webp' });
      expect(await store.list('public/b/')).toEqual(['public/b/1.webp']);
      for await (const { changedAt } of store.entries('public/b/')) expect(changedAt.getTime()).toBeGreaterThan(0);
      await store.remove(['private/b/1.webp', 'public/b/1.webp']);
      expect(await store.list('public/b/')).toEqual([]);
      expect(await store.stat('private/b/1.webp')).toBeUndefined();
    });
  });
