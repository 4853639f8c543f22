/** Logs failures that the specification wants logged but not shown. */
export function logFailure(what: string, error: unknown) {
  // eslint-disable-next-line no-console -- the one place where public pages log
  console.error(`${what} failed`, error);
}

/** Logs failures, except cancellations by the page. */
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
