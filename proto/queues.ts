/**
 * `mail` sends mails to one person; `moderation` prepares pictures; `newsletter` delivers campaigns, and holds them or
 * publishes posts that missed their time. A mail never waits behind a campaign.
 */
export const queueNames = ['mail', 'moderation', 'newsletter'] as const;
export type QueueName = (typeof queueNames)[number];

/**
 * The queues that each process opens; services add jobs, workers process them. A test compares them with the rights of
 * the Redis users (`scripts/compose/redis-users.mjs`).
 */
export const queuesOf = {
  auth: ['mail'],
  content: ['moderation', 'newsletter'],
  submissions: ['mail', 'moderation', 'newsletter'],
  worker: ['mail', 'newsletter'],
  'picture-worker': ['moderation'],
} as const satisfies Record<string, readonly QueueName[]>;

export const imageQueue = 'moderation' satisfies QueueName;

/** A worker's handlers are typed by these, so none can be missing. */
interface JobNames {
  mail:
    | 'send-account-changed'
    | 'send-campaign-held'
    | 'send-confirmation'
    | 'send-digest'
    | 'send-invitation'
    | 'send-outcome'
    | 'send-password-changed'
    | 'send-reply'
    | 'send-reset-code'
    | 'send-test-mail'
    | 'send-welcome'
    | 'update-suppression';
  moderation: 'process-picture' | 'place-picture' | 'purge-picture';
  newsletter: 'campaign-of-post' | 'check-campaigns' | 'deliver-campaign' | 'publish-post';
}

export type JobName<Queue extends QueueName = QueueName> = JobNames[Queue];
