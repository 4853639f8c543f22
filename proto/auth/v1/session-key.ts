import { createHash } from 'node:crypto';

/**
 * Names a session where its sid must not appear (database, change notices, cache keys): lower-case hex SHA-256 of the
 * sid claim, whose 256 random bits need no salt.
 */
export const sessionKey = (sid: string): string => createHash('sha256').update(sid).digest('hex');
