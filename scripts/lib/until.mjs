import { setTimeout as wait } from 'node:timers/promises';

/**
 * Waits until `condition` returns something truthy and returns it. A condition that throws counts as not met yet.
 * @throws after `withinMs`, naming the condition
 */
export async function until(what, condition, { withinMs = 30_000, intervalMs = 100 } = {}) {
  const deadline = Date.now() + withinMs;
  let lastError;
  for (;;) {
    try {
      const met = await condition();
      if (met) return met;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() > deadline)
      throw new Error(`waited ${withinMs} ms for ${what}${lastError ? `; last: ${lastError.message}` : ''}`);
    await wait(intervalMs);
  }
}
