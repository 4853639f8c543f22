import { status } from '@grpc/grpc-js';
import { testLogger } from '@site/platform/testing/logger';
import { conflict } from '@site/proto/grpc';
import { decideOnEach } from './bulk-decision.js';

const ids = Array.from({ length: 10 }, (_, index) => `p${index}`);
/** With a fixed clock by default. */
const limits = (change: object = {}) => ({ atOnce: 3, beginWithinMs: 1_000, now: () => 0, ...change });
const namesOf = (outcomes: { id: string }[]) => outcomes.map(({ id }) => id).sort();

it('decides on each item once, a few at a time', async () => {
  let atWork = 0;
  let most = 0;
  const decided: string[] = [];
  const outcomes = await decideOnEach(
    [...ids, ...ids],
    async (id) => {
      atWork += 1;
      most = Math.max(most, atWork);
      await Promise.resolve();
      atWork -= 1;
      decided.push(id);
      return `row of ${id}`;
    },
    testLogger,
    limits(),
  );
  expect(decided.sort()).toEqual(ids);
  expect(outcomes).toContainEqual({ id: 'p4', row: 'row of p4' });
  expect(most).toBe(3);
});

it('continues after a failure, and reports our own errors as they are and others as unavailable', async () => {
  const outcomes = await decideOnEach(
    ids,
    async (id) => {
      if (id === 'p1') throw conflict('This snapshot was already rejected.');
      if (id === 'p2') throw new Error('password of the database: secret');
      return id;
    },
    testLogger,
    limits(),
  );
  const failures = Object.fromEntries(outcomes.map(({ id, failure }) => [id, failure]).filter(([, why]) => why));
  expect(failures).toEqual({
    p1: { code: status.ABORTED, message: 'This snapshot was already rejected.' },
    p2: { code: status.UNAVAILABLE, message: 'The service is busy. Please try again in a moment.' },
  });
  expect(namesOf(outcomes)).toEqual(ids);
});

it('starts nothing after the time limit, finishes what has started, and leaves the rest', async () => {
  let now = 0;
  const decided: string[] = [];
  const outcomes = await decideOnEach(
    ids,
    async (id) => {
      now += 400;
      await Promise.resolve();
      decided.push(id);
    },
    testLogger,
    limits({ now: () => now }),
  );
  expect(decided).toEqual(['p0', 'p1', 'p2']);
  expect(namesOf(outcomes)).toEqual(decided);
});

it('always processes some, so that repeated calls finish', async () => {
  const outcomes = await decideOnEach(ids, (id) => Promise.resolve(id), testLogger, limits({ beginWithinMs: 0 }));
  expect(namesOf(outcomes)).toEqual(['p0', 'p1', 'p2']);
});
