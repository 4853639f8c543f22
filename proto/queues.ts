/** `moderation` prepares pictures; `newsletter` sends mail and publishes posts that missed their time. */
export const queueNames = ['moderation', 'newsletter'] as const;
export type QueueName = (typeof queueNames)[number];

/**
 * The queues that each process opens; services add jobs, workers process them. A test compares them with the rights of
 * the Redis users (`scripts/compose/redis-users.mjs`).
 */
export const queuesOf = {
  auth: ['newsletter'],
  content: ['moderation', 'newsletter'],
  submissions: ['moderation', 'newsletter'],
  worker: ['newsletter'],
  'picture-worker': ['moderation'],
} as const satisfies Record<string, readonly QueueName[]>;

export const imageQueue = 'moderation' satisfies QueueName;

/** A process that consumes a queue doesn't start without a handler for each of its jobs. */
export const jobNames = {
  moderation: ['process-picture', 'place-picture', 'purge-picture'],
  newsletter: [
    'campaign-of-post',
    'check-campaigns',
    'deliver-campaign',
    'publish-post',
    'send-account-changed',
    'send-campaign-held',
    'send-confirmation',
    'send-digest',
    'send-invitation',
    'send-outcome',
    'send-password-changed',
    'send-reply',
    'send-reset-code',
    'send-test-mail',
    'send-welcome',
  ],
} as const satisfies Record<QueueName, readonly string[]>;

export type JobName<Queue extends QueueName = QueueName> = (typeof jobNames)[Queue][number];
