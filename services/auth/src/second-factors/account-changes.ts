import { addToOutbox } from '@site/platform/jobs/outbox';
import type { Role } from '@site/domain/roles';
import type { EntityManager } from 'typeorm';

/** The job that sends the notification email. */
export const accountChangedJob = 'send-account-changed';

/** A change to the account; see DescribeAccountChangeResponse. */
export type Change = 'factor-added' | 'factor-removed' | 'factor-reset' | 'recovery-codes' | `made-${Role}`;

/** Notifies a user by email, in case it was someone else. */
export const tellOf = (manager: EntityManager, personId: string, change: Change) =>
  addToOutbox(manager, { queue: 'newsletter', name: accountChangedJob, payload: { personId, change } });
