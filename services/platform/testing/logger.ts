import { createLogger } from '../src/base/logger.js';

/** Writes nothing, unless TEST_LOG_LEVEL asks for it. */
export const testLogger = createLogger({
  name: 'test',
  level: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  format: 'json',
});
