/**
 * The queues of jobs. Their names are part of the contracts: every service may put jobs in, the worker takes them out.
 * `moderation` prepares pictures, `newsletter` sends mail.
 */
export const queueNames = ['moderation', 'newsletter'] as const;
export type QueueName = (typeof queueNames)[number];

/** The queue for the jobs on pictures. */
export const pictureQueue: QueueName = 'moderation';
