/**
 * The job queues. Their names are part of the contracts: every service may add jobs, the worker processes them.
 * `moderation` prepares pictures, `newsletter` sends mail and publishes posts that missed their time.
 */
export const queueNames = ['moderation', 'newsletter'] as const;
export type QueueName = (typeof queueNames)[number];

/**
 * The queues that each process opens: the services add jobs, the workers process them. Redis users
 * (`scripts/compose/redis-users.mjs`) have access to exactly these; a test compares them.
 */
export const queuesOf = {
  auth: ['newsletter'],
  content: ['moderation', 'newsletter'],
  submissions: ['moderation', 'newsletter'],
  worker: ['newsletter'],
  'picture-worker': ['moderation'],
} as const satisfies Record<string, readonly QueueName[]>;

export const pictureQueue = 'moderation' satisfies QueueName;

/** The jobs of each queue. A process that consumes a queue doesn't start unless it has a handler for each of them. */
export const jobNames = {
  moderation: ['process-picture', 'place-picture', 'purge-picture'],
  newsletter: [
    'campaign-of-post',
    'deliver-campaign',
    'publish-post',
    'send-account-changed',
    'send-confirmation',
    'send-digest',
    'send-outcome',
    'send-password-changed',
    'send-reply',
    'send-reset-code',
    'send-test-mail',
    'send-welcome',
  ],
} as const satisfies Record<QueueName, readonly string[]>;

/** The name of a job of the queue, by default of any queue. */
export type JobName<Queue extends QueueName = QueueName> = (typeof jobNames)[Queue][number];
