/* eslint-disable no-console -- the log itself is what is watched here */

/** Collects the log instead of printing it: some failures are only logged. */
export function collectLog() {
  const logged: string[] = [];
  const { error } = console;
  beforeEach(() => {
    logged.length = 0;
    console.error = (...args: unknown[]) => void logged.push(String(args[0]));
  });
  afterEach(() => {
    console.error = error;
  });
  return logged;
}
