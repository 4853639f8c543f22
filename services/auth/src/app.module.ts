/** The auth service: accounts, sessions, second factors, passwords and invitations, assembled from their parts. */
import { Module, type DynamicModule } from '@nestjs/common';
import { AuditController } from '@site/platform/data/audit';
import { ChangeFeed, ChangesController } from '@site/platform/data/changes';
import { JobsController } from '@site/platform/jobs/jobs';
import { OutboxRelay } from '@site/platform/jobs/outbox-relay';
import { RetentionSweep, SWEEP } from '@site/platform/lifecycle/retention';
import { ServiceModule, type ServiceParts } from '@site/platform/service/service.module';
import { MENTION_PLACES, MentionsController, type MentionPlace } from '@site/platform/lifecycle/mentions';
import { TRASH_KINDS, TrashController, type TrashKind } from '@site/platform/lifecycle/trash';
import type { GrpcPackage } from '@site/proto/grpc';
import {
  CLOCK,
  type Clock,
  FACTOR_SETTINGS,
  type FactorSettings,
  SESSION_SETTINGS,
  type SessionSettings,
} from './settings.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { ModeratorsController } from './moderators/moderators.controller.js';
import { PeopleController } from './moderators/people.controller.js';
import { StrengthEstimator } from './passwords/guess-estimator.js';
import { KeyedHash } from './sessions/keyed-hash.js';
import { PasswordStrength } from './passwords/password-strength.js';
import { MAIL_DELIVERED, PasswordsController } from './passwords/passwords.controller.js';
import { ResetCodes } from './passwords/reset-codes.js';
import { ResetsController } from './passwords/resets.controller.js';
import { FIRST_ADMIN, FirstAdmin, type FirstAdminSettings } from './people/first-admin.js';
import { Passwords } from './people/passwords.js';
import { sweepBy } from './retention.js';
import { Factors } from './second-factors/factors.js';
import { Passkeys, passkeysPossibleAt } from './second-factors/passkeys.js';
import { SecondFactorsController } from './second-factors/second-factors.controller.js';
import { SecondStepController } from './second-factors/second-step.controller.js';
import { Totp } from './second-factors/totp.js';
import { SignInLimits } from './sessions/sign-in-limits.js';
import { PasswordCheckQueue, NewPasswordQueue } from './sessions/password-check-queue.js';
import { HalfSessions } from './sessions/half-sessions.js';
import { SessionOpener } from './sessions/session-opener.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SignInLog } from './sessions/sign-in-log.js';
import { KEYS, SigningKeys, type KeySettings } from './sessions/signing-keys.js';

/** Implemented by this service. */
export const packages: GrpcPackage[] = ['auth', 'changes', 'audit', 'trash', 'jobs', 'mentions'];

export interface AuthParts extends ServiceParts {
  keys: KeySettings;
  firstAdmin: FirstAdminSettings;
  factors: FactorSettings;
  sessions: Omit<SessionSettings, 'passkeysPossible'>;
  clock: Clock;
  /** Otherwise only written to files. */
  mailDelivered: boolean;
  passwordCheckMs?: number;
}

const trashKinds: TrashKind[] = [
  {
    type: 'moderator',
    table: 'moderators',
    title: 'name',
    detail: 'email',
    placeTaken: 'Another account now uses this email address.',
  },
];

/** Names are texts, too. Addresses of accounts and invitations aren't. */
const mentionPlaces: MentionPlace[] = [
  { table: 'people', label: 'Name of a user', columns: { name: 'text' }, versioned: true },
  { table: 'invitations', label: 'Invitation', columns: { name: 'text', inviter_name: 'text' } },
  { table: 'second_factors', label: 'Second factor', columns: { label: 'text' } },
];

@Module({
  controllers: [
    SessionsController,
    SecondStepController,
    SecondFactorsController,
    PasswordsController,
    ResetsController,
    ModeratorsController,
    PeopleController,
    InvitationsController,
    ChangesController,
    AuditController,
    TrashController,
    JobsController,
    MentionsController,
  ],
  providers: [
    ChangeFeed,
    OutboxRelay,
    { provide: MENTION_PLACES, useValue: mentionPlaces },
    { provide: TRASH_KINDS, useValue: trashKinds },
    { provide: Passwords, useFactory: () => new Passwords() },
    SignInLimits,
    SignInLog,
    PasswordStrength,
    PasswordCheckQueue,
    NewPasswordQueue,
    HalfSessions,
    SessionOpener,
    Totp,
    Passkeys,
    Factors,
    KeyedHash,
    ResetCodes,
    SigningKeys,
    FirstAdmin,
    { provide: SWEEP, useFactory: sweepBy, inject: [CLOCK] },
    RetentionSweep,
  ],
})
export class AppModule {
  /** Assembles the service from its settings. `passwordCheckMs` is the time limit of one password estimate. */
  static with(allParts: AuthParts): DynamicModule {
    const { keys, firstAdmin, factors, sessions, clock, mailDelivered, passwordCheckMs, ...parts } = allParts;
    return {
      module: AppModule,
      imports: [ServiceModule.with(parts)],
      providers: [
        { provide: StrengthEstimator, useFactory: () => new StrengthEstimator(passwordCheckMs) },
        { provide: KEYS, useValue: keys },
        { provide: FIRST_ADMIN, useValue: firstAdmin },
        { provide: FACTOR_SETTINGS, useValue: factors },
        {
          provide: SESSION_SETTINGS,
          useValue: { ...sessions, passkeysPossible: passkeysPossibleAt(factors.publicUrl) },
        },
        { provide: CLOCK, useValue: clock },
        { provide: MAIL_DELIVERED, useValue: mailDelivered },
      ],
    };
  }
}
