/**
 * The queues of jobs. Their names are part of the contracts: every service may put jobs in, the worker takes them out.
 * `moderation` prepares pictures, `newsletter` sends mail and publishes posts that missed their time.
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
export const pictureQueue = 'moderation' satisfies QueueName;

/** The jobs of each queue. The process that takes a queue's jobs doesn't start unless it has a handler for each of them. */
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

/** The name of a job of the queue; of any queue when none is named. */
export type JobName<Queue extends QueueName = QueueName> = (typeof jobNames)[Queue][number];
