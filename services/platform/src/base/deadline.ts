/**
 * Rejects when `work` has not settled after `milliseconds`. The work itself goes on: this is for calls that cannot be
 * cancelled (a queue or a store behind a half-open connection), whose callers must not wait forever.
 */
export async function withDeadline<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
