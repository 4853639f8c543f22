/** Types of redis-users.mjs, for the tests. */
export const redisUsers: Record<'gateway' | 'auth' | 'content' | 'submissions' | 'worker' | 'pictures', string>;
