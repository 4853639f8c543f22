import { runHere } from './run-here.js';

const queued = (name: string) => ({
  id: 'job-1',
  name,
  data: { outboxId: '019a0000-0000-7000-8000-000000000001', payload: {} },
  attempt: 1,
});

it('fails a job that exceeds its limit and aborts its signal, and continues with the next one', async () => {
  const aborted: string[] = [];
  const runner = runHere({
    hang: {
      limitSeconds: 0.1,
      run: ({ limit }) => new Promise(() => limit.addEventListener('abort', () => aborted.push('hang'))),
    },
    fine: { limitSeconds: 0.1, run: () => Promise.resolve() },
  });
  expect(await runner.run(queued('hang'))).toEqual({
    kind: 'failed',
    reason: 'it took longer than 0.1 s and was ended',
    hopeless: false,
  });
  expect(aborted).toEqual(['hang']);
  expect(await runner.run(queued('fine'))).toMatchObject({ kind: 'done' });
});

it('fails a job without a handler', async () => {
  expect(await runHere({}).run(queued('unheard of'))).toMatchObject({ kind: 'failed', hopeless: true });
});
