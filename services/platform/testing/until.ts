/** Waits until `condition` is truthy and returns it; fails with `what` after `withinMs`. */
export async function until<Value>(
  what: string,
  condition: () => Promise<Value> | Value,
  withinMs = 20_000,
): Promise<NonNullable<Value>> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`did not happen within ${withinMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
