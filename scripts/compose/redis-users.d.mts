export const redisUsers: Record<'gateway' | 'auth' | 'content' | 'submissions' | 'worker' | 'pictures', string>;
