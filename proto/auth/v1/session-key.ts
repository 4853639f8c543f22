import { createHash } from 'node:crypto';

/**
 * Returns the name of a session for places where the sid itself must not appear: the database, change notices, cache
 * keys. It is the lower-case hex SHA-256 of the token's sid claim, which has 256 random bits, so it needs no salt.
 */
export const sessionKey = (sid: string): string => createHash('sha256').update(sid).digest('hex');
