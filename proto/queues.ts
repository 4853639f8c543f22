/**
 * The queues of jobs. Their names are part of the contracts: every service may put jobs in, the worker takes them out.
 * `moderation` prepares pictures, `newsletter` sends mail.
 */
export const queueNames = ['moderation', 'newsletter'] as const;
export type QueueName = (typeof queueNames)[number];

/**
 * The queues that each process opens: the services put jobs in, the workers take them out. The users of Redis
 * (`scripts/compose/redis-users.mjs`) may use these and no others; a test compares them.
 */
export const queuesOf = {
  auth: ['newsletter'],
  content: ['moderation', 'newsletter'],
  submissions: ['moderation', 'newsletter'],
  worker: ['newsletter'],
  'picture-worker': ['moderation'],
} as const satisfies Record<string, readonly QueueName[]>;

/** The queue for the jobs on pictures. */
export const pictureQueue: QueueName = 'moderation';
