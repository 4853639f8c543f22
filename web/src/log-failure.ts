/** For what the specification has logged and nothing more: the page goes on, and somebody who looks finds out why. */
export function logFailure(what: string, error: unknown) {
  // eslint-disable-next-line no-console -- the one place where public pages log
  console.error(`${what} failed`, error);
}

/** Loads something and logs what kept it from arriving, unless the page itself gave it up. */
export async function loggingFailure<Result>(
  what: string,
  signal: AbortSignal,
  load: () => Promise<Result>,
): Promise<Result> {
  try {
    return await load();
  } catch (error) {
    if (!signal.aborted) logFailure(what, error);
    throw error;
  }
}
