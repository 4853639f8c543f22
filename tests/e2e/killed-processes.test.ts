import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { Product } from '../../scripts/lib/product-process.mjs';
import { phonePhoto } from '../support/photos.js';
import { until } from '@site/platform/testing/until';

/** Killing a process goes unnoticed by visitors and loses no acknowledged photo. */

const paths = [
  '/',
  '/snapshots',
  '/main/home',
  '/main/weather/alerts',
  '/main/weather/forecast?lat=35.201&lon=-91.8318&days=1',
];

test.describe('the product outlives its parts', () => {
  let product: Product;
  let photo: Buffer;

  test.beforeAll(async () => {
    photo = await phonePhoto(20);
    product = await Product.start({ simulated: true, environment: { RATE_LIMIT_SCALE: '1000' } });
    for (const path of paths) await until(`${path} to be answered`, async () => (await fetch(product.url + path)).ok);
  });

  test.afterAll(async () => {
    await product?.remove();
  });

  const send = (lastName: string, key: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({
      first_name: 'Sent during a crash',
      last_name: lastName,
      email: 'crash@example.org',
      location: 'Conway',
      comment: '',
    })) {
      form.append(name, value);
    }
    form.append('snapshot_file_path', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    return fetch(`${product.url}/main/snapshot/create`, {
      method: 'POST',
      headers: { 'Idempotency-Key': key },
      body: form,
    });
  };

  async function token(): Promise<string> {
    const response = await fetch(`${product.url}/admin/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(product.admin),
    });
    return ((await response.json()) as { data: { token: string } }).data.token;
  }

  for (const name of [
    'content',
    'submissions',
    'auth',
    'weather',
    'notifications',
    'worker',
    'picture-worker',
    'object-store',
  ] as const)
    test(`answers every reload while ${name} is killed, and it is back by itself`, async () => {
      const before = product.pids()[name];
      expect(before).toBeGreaterThan(0);
      process.kill(before ?? 0, 'SIGKILL');
      const statuses = new Map<string, Set<number>>();
      await until(
        `${name} to be back`,
        async () => {
          for (const path of paths) {
            const { status } = await fetch(product.url + path);
            statuses.set(path, (statuses.get(path) ?? new Set()).add(status));
          }
          return product.pids()[name] !== before;
        },
        20_000,
      );
      for (const [path, seen] of statuses) expect([path, ...seen]).toEqual([path, 200]);
    });

  test('stores every acknowledged photo exactly once while submissions and the picture worker are killed', async () => {
    const acknowledged: string[] = [];
    const sendOnce = async (lastName: string) => {
      const key = randomUUID();
      await until(
        `${lastName} to be acknowledged`,
        async () => {
          const status = await send(lastName, key).then(
            (response) => response.status,
            () => 0,
          );
          return status === 201;
        },
        30_000,
      );
      acknowledged.push(lastName);
    };
    const sending = (async () => {
      for (let number = 1; number <= 6; number += 1) await sendOnce(`Photo${number}`);
    })();
    await until('the first photo', () => acknowledged.length > 0, 30_000);
    process.kill(product.pids()['submissions'] ?? 0, 'SIGKILL');
    await until('the third photo', () => acknowledged.length > 2, 30_000);
    process.kill(product.pids()['picture-worker'] ?? 0, 'SIGKILL');
    await sending;

    const bearer = { Authorization: `Bearer ${await token()}` };
    const stored = await until(
      'all of them to be prepared',
      async () => {
        const response = await fetch(`${product.url}/admin/main/snapshot?state=pending`, { headers: bearer });
        if (!response.ok) return undefined;
        const { data } = (await response.json()) as {
          data: { pendingSnapshots: { last_name: string; picture: { state: string } }[] };
        };
        return data.pendingSnapshots.every(({ picture }) => picture.state === 'ready')
          ? data.pendingSnapshots
          : undefined;
      },
      90_000,
    );
    expect(stored.map((snapshot) => snapshot.last_name).sort()).toEqual(acknowledged.sort());
  });
});
