/** Replaces `@jest/globals`. */
export const { jest, expect, test, it, describe, beforeAll, beforeEach, afterAll, afterEach } = globalThis;
