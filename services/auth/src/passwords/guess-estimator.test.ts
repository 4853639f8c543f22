import { jest } from '@jest/globals';
import { StrengthEstimator } from './guess-estimator.js';

it('checks long hostile passwords in a separate thread', async () => {
  const estimator = new StrengthEstimator(60_000);
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 1);
  const hostile = ['4@8({[</369&#!1/|0$5+7%2'.repeat(6), '4@'.repeat(64), 'sS5$'.repeat(32)];
  // On a busy machine they may time out.
  await Promise.allSettled(hostile.map((word) => estimator.estimate(word, [])));
  clearInterval(turning);
  estimator.onModuleDestroy();
  expect(turns).toBeGreaterThan(0);
});

it('finishes an estimate although a minute has passed since an earlier one', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance', 'Date'] });
  const patient = new StrengthEstimator(600_000);
  try {
    await Promise.all(['hail', 'derecho'].map((word) => patient.estimate(word, [])));
    jest.advanceTimersByTime(59_000);
    const during = patient.estimate('4@8({[</369&#!1/|0$5+7%2'.repeat(6), []);
    jest.advanceTimersByTime(2_000);
    expect(await during).toHaveProperty('score');
  } finally {
    jest.useRealTimers();
    patient.onModuleDestroy();
  }
});
