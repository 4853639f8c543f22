import { status } from '@grpc/grpc-js';
import type { RpcException } from '@nestjs/microservices';
import { Gate, Passwords } from './passwords.js';

const code = (error: unknown) => ((error as RpcException).getError() as { code: number }).code;

describe('Passwords', () => {
  it('hashes with argon2id at our parameters', async () => {
    const hashed = await new Passwords().hash('secret words');
    expect(hashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(new Passwords().isOutdated(hashed)).toBe(false);
    expect(new Passwords().isOutdated(hashed.replace('t=2', 't=1'))).toBe(true);
  });

  it('distinguishes right from wrong, and never matches without a hash', async () => {
    const passwords = new Passwords();
    const hashed = await passwords.hash('secret words');
    await expect(passwords.verify(hashed, 'secret words')).resolves.toBe(true);
    await expect(passwords.verify(hashed, 'secret word')).resolves.toBe(false);
    await expect(passwords.verify(undefined, 'secret words')).resolves.toBe(false);
  });

  it('hashes four concurrently, lets sixteen wait and rejects the rest immediately', async () => {
    const passwords = new Passwords();
    const results = await Promise.allSettled(Array.from({ length: 25 }, () => passwords.hash('secret words')));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(results.length - refused.length).toBe(20);
    expect(refused.map(({ reason }) => code(reason))).toEqual(Array(5).fill(status.UNAVAILABLE));
    await expect(passwords.hash('afterwards')).resolves.toBeTruthy();
  });
});

describe('Gate', () => {
  it('never exceeds its concurrency, keeps the order, and survives failures', async () => {
    const gate = new Gate(2, 10);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    const work = (number: number) => async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(number);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (number % 3 === 0) throw new Error(`no ${number}`);
      return number;
    };
    const first = [1, 2, 3, 4].map((number) => gate.run(work(number)));
    // Arrives while the first ones hand over their slots.
    const later = Promise.allSettled(first.slice(0, 1)).then(() =>
      Promise.allSettled([5, 6, 7].map((number) => gate.run(work(number)))),
    );
    const results = [...(await Promise.allSettled(first)), ...(await later)];
    expect(most).toBe(2);
    expect(order).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(results.map(({ status: outcome }) => outcome)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });
});
