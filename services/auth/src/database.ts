import { AuditEntry } from '@site/platform/data/audit';
import type { DatabaseContents } from '@site/platform/data/database';
import { IdempotencyRecord } from '@site/platform/data/idempotency';
import { OutboxEntry } from '@site/platform/jobs/outbox';
import { CreateAuth1795132800000 } from './migrations/1795132800000-CreateAuth.js';
import { AddResetsAndModerators1795305600000 } from './migrations/1795305600000-AddResetsAndModerators.js';
import { AddTraceContext1795564800000 } from './migrations/1795564800000-AddTraceContext.js';
import { PasswordReset } from './passwords/password-reset.entity.js';
import { Person } from './people/person.entity.js';
import { Session } from './sessions/session.entity.js';
import { SignInAttempt } from './sessions/sign-in-attempt.entity.js';

/** What is true of this service's database wherever it runs; the address and the pool come from the configuration. */
export const authDatabase = {
  schema: 'auth',
  applicationName: 'auth',
  entities: [Person, Session, SignInAttempt, PasswordReset, OutboxEntry, IdempotencyRecord, AuditEntry],
  migrations: [CreateAuth1795132800000, AddResetsAndModerators1795305600000, AddTraceContext1795564800000],
} satisfies DatabaseContents;
