import { createLogger } from '../src/base/logger.js';

/** Silent unless TEST_LOG_LEVEL is set. */
export const testLogger = createLogger({
  name: 'test',
  level: process.env['TEST_LOG_LEVEL'] ?? 'silent',
  format: 'json',
});
