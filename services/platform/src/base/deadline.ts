/**
 * Rejects if `work` hasn't settled after `milliseconds`. The work continues: for calls that can't be canceled, such as
 * to a queue behind a half-open connection.
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
