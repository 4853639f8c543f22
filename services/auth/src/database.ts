/** The auth service's schema: entities and migrations. */
import { AuditEntry } from '@site/platform/data/audit';
import type { DatabaseContents } from '@site/platform/data/database';
import { OutboxEntry } from '@site/platform/jobs/outbox';
import { Baseline1800000000000 } from './migrations/1800000000000-baseline.js';
import { Invitation } from './invitations/invitation.entity.js';
import { PasswordReset } from './passwords/password-reset.entity.js';
import { Person } from './people/person.entity.js';
import { FactorChallenge, RecoveryCode, SecondFactor } from './second-factors/factor-entities.js';
import { HalfSession, Session, SignInAttempt } from './sessions/session-entities.js';

/** Settings that are the same in every environment. */
export const authDatabase = {
  schema: 'auth',
  applicationName: 'auth',
  entities: [
    Person,
    Session,
    HalfSession,
    SignInAttempt,
    PasswordReset,
    Invitation,
    SecondFactor,
    RecoveryCode,
    FactorChallenge,
    OutboxEntry,
    AuditEntry,
  ],
  migrations: [Baseline1800000000000],
} satisfies DatabaseContents;
