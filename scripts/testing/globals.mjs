/** Replaces `@jest/globals`. */
export const { jest, expect, test, it, describe, beforeAll, beforeEach, afterAll, afterEach } =
  /** @type {typeof import('@jest/globals')} */ (/** @type {unknown} */ (globalThis));
