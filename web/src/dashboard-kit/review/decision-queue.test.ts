import { jest } from '@jest/globals';
import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { buildSnapshot } from '@/testing/moderation.js';
import { DecisionQueue, gatherMs } from './decision-queue.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

function build() {
  const calls: { decision: string; ids: string[]; answer: (failing?: string[]) => Promise<void> }[] = [];
  const timing: string[] = [];
  let inHand: ReadonlySet<string> = new Set();
  const queue = new DecisionQueue(
    (photos, decision, onDone) =>
      new Promise((resolve) => {
        const response = async (failing: string[] = []) => {
          const done = photos.filter(({ id }) => !failing.includes(id));
          for (const photo of done) onDone(photo, photo);
          const failed = photos.filter(({ id }) => failing.includes(id));
          resolve({ done, failed: failed.map((item) => ({ item, error: new Error('no') })) });
          await jest.advanceTimersByTimeAsync(0);
        };
        calls.push({ decision, ids: photos.map(({ id }) => id), answer: response });
      }),
    {
      onChange: (now) => (inHand = now),
      onDone: ({ item }) => timing.push(`done ${item.id}`),
      onFailed: ({ item }) => timing.push(`failed ${item.id}`),
      onUndone: ({ item }) => timing.push(`undone ${item.id}`),
      onUndoFailed: ({ item }) => timing.push(`stays ${item.id}`),
      onIdle: () => timing.push('idle'),
    },
  );
  const photos: ModeratedSnapshot[] = Array.from({ length: 6 }, (_, index) => buildSnapshot(`p${index}`));
  const decide = (index: number, decision: 'approve' | 'reject' = 'approve') => queue.decide(photos[index]!, decision);
  const target = () => calls.map(({ decision, ids }) => [decision, ...ids]);
  const gather = () => jest.advanceTimersByTimeAsync(gatherMs);
  return { queue, calls, timing, decide, asked: target, gather, inHand: () => [...inHand] };
}

it('batches decisions of one kind, and sends the next batch afterwards', async () => {
  const { calls, timing, decide, asked, gather, inHand } = build();
  decide(0);
  decide(1, 'reject');
  await jest.advanceTimersByTimeAsync(gatherMs - 1);
  expect(asked()).toEqual([]);
  decide(2);
  await gather();
  decide(3, 'reject');
  expect(asked()).toEqual([['approve', 'p0', 'p2']]);
  expect(inHand()).toEqual(['p0', 'p1', 'p2', 'p3']);
  await calls[0]!.answer();
  expect(asked().at(-1)).toEqual(['reject', 'p1', 'p3']);
  await calls[1]!.answer();
  expect([inHand(), timing.at(-1), asked().length]).toEqual([[], 'idle', 2]);
});

it('never sends a decision undone before it was sent', async () => {
  const { queue, timing, decide, asked, gather, inHand } = build();
  decide(0);
  decide(1);
  expect(queue.last?.item.id).toBe('p1');
  queue.undo('p1');
  expect([queue.last?.item.id, timing, inHand()]).toEqual(['p0', ['undone p1'], ['p0']]);
  await gather();
  expect(asked()).toEqual([['approve', 'p0']]);
});

it('undoes a decision in flight once it completes', async () => {
  const { queue, calls, timing, decide, asked, gather } = build();
  decide(0);
  await gather();
  queue.undo('p0');
  expect(queue.last).toBeUndefined();
  await calls[0]!.answer();
  expect(asked().at(-1)).toEqual(['undo', 'p0']);
  await calls[1]!.answer();
  expect(timing).toEqual(['done p0', 'undone p0', 'idle']);
});

it('undoes completed decisions within the server’s limit, and reports a refusal', async () => {
  const { queue, calls, timing, decide, asked, gather } = build();
  decide(0);
  await gather();
  await calls[0]!.answer();
  queue.undo('p0');
  await jest.advanceTimersByTimeAsync(0);
  expect(asked().at(-1)).toEqual(['undo', 'p0']);
  await calls[1]!.answer(['p0']);
  expect(timing.slice(-2)).toEqual(['stays p0', 'idle']);
  decide(1);
  await gather();
  await calls[2]!.answer();
  expect(queue.last?.item.id).toBe('p1');
  await jest.advanceTimersByTimeAsync(30_000);
  expect(queue.last).toBeUndefined();
});

it('returns failed decisions and continues with the rest', async () => {
  const { calls, timing, decide, asked, gather, inHand } = build();
  decide(0);
  decide(1);
  await gather();
  decide(2);
  await calls[0]!.answer(['p0']);
  expect([timing, asked().at(-1), inHand()]).toEqual([['done p1', 'failed p0'], ['approve', 'p2'], ['p2']]);
});

it('sends all queued decisions at once when the page goes away, also during a call', async () => {
  const { queue, calls, decide, asked, gather, timing, inHand } = build();
  decide(0);
  await gather();
  decide(1);
  decide(2, 'reject');
  decide(3);
  queue.sendAll();
  expect(asked()).toEqual([
    ['approve', 'p0'],
    ['approve', 'p1', 'p3'],
    ['reject', 'p2'],
  ]);
  // The browser may bring the page back.
  for (const { answer } of calls) await answer();
  await gather();
  expect([asked().length, inHand()]).toEqual([3, []]);
  expect(timing).toContain('idle');
});
