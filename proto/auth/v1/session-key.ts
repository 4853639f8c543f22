import { createHash } from 'node:crypto';

/**
 * The name of a session where the sid itself must not appear: in the database, in change notices, as a cache key.
 * Lower-case hex SHA-256 of the token's sid claim, which has 256 random bits, so no salt is needed.
 */
export const sessionKey = (sid: string): string => createHash('sha256').update(sid).digest('hex');
