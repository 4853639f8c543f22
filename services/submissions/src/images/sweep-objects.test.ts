import { randomUUID } from 'node:crypto';
import { newId } from '@site/platform/base/ids';
import { Submissions } from '../testing/submissions.js';
import { sweepOrphans } from './sweep-objects.js';

let submissions: Submissions;
beforeAll(async () => {
  submissions = await Submissions.start();
});
afterAll(() => submissions.stop());

const ledger = {
  findImages: (request: { imageIds: string[] }) =>
    submissions.service.call<{ existingIds: string[] }>('images.v1.ImagesService', 'findImages', request),
};
const sizeOf = (id: string, place: 'public' | 'pending') => `${place}/snapshots/${id.slice(-2)}/${id}-640.webp`;
const inDays = (days: number) => Date.now() + days * 86_400_000;

it('removes orphaned sizes after a week, and nothing else', async () => {
  const { store } = submissions;
  const existing = newId();
  const orphan = newId();
  await submissions.query(
    `INSERT INTO images (id, kind, state, published, staging_key, base_key, sha256, size_bytes, media_type)
     VALUES ($1, 'snapshot', 'ready', true, '', '', '', 0, '')`,
    [existing],
  );
  const cached = [
    sizeOf(existing, 'public'),
    'public/social/3f/1.webp',
    `public/snapshots/${randomUUID()}.webp`,
    `staging/${orphan}`,
  ];
  const removed = [sizeOf(orphan, 'public'), sizeOf(orphan, 'pending')];
  for (const key of [...cached, ...removed]) await store.put(key, Buffer.from('x'), 'image/webp');
  expect(await sweepOrphans(store, [ledger], inDays(6))).toBe(0);
  const silent = { findImages: () => Promise.reject(new Error('no answer')) };
  await expect(sweepOrphans(store, [ledger, silent], inDays(8))).rejects.toThrow('no answer');
  expect(await sweepOrphans(store, [ledger], inDays(8))).toBe(2);
  expect((await store.list('')).sort()).toEqual([...cached].sort());
});
