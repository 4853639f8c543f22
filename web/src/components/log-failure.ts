/** For what the specification has logged and nothing more: the page goes on, and somebody who looks finds out why. */
export function logFailure(what: string, error: unknown) {
  // eslint-disable-next-line no-console -- the one place where public pages log
  console.error(`${what} failed`, error);
}
