/** The auth service's schema: entities and migrations. */
import { AuditEntry } from '@site/platform/data/audit';
import { auditMigrations } from '@site/platform/data/audit-tables';
import type { DatabaseContents } from '@site/platform/data/database';
import { AddTraceContext1795564800000 } from '@site/platform/data/shared-tables';
import { OutboxEntry } from '@site/platform/jobs/outbox';
import { Invitation } from './invitations/invitation.entity.js';
import { CreateAuth1795132800000 } from './migrations/1795132800000-create-auth.js';
import { AddResetsAndModerators1795305600000 } from './migrations/1795305600000-add-resets-and-moderators.js';
import { AddSecondFactors1795651200000 } from './migrations/1795651200000-add-second-factors.js';
import { AddEditorRole1796000600000 } from './migrations/1796000600000-add-editor-role.js';
import { CanonicalAddresses1796500000000 } from './migrations/1796500000000-canonical-addresses.js';
import { AddInvitations1797000000000 } from './migrations/1797000000000-add-invitations.js';
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
  migrations: [
    CreateAuth1795132800000,
    AddResetsAndModerators1795305600000,
    AddTraceContext1795564800000,
    AddSecondFactors1795651200000,
    AddEditorRole1796000600000,
    CanonicalAddresses1796500000000,
    AddInvitations1797000000000,
    ...auditMigrations,
  ],
} satisfies DatabaseContents;
