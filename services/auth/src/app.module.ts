import { Module, type DynamicModule } from '@nestjs/common';
import { AuditController } from '@site/platform/data/audit';
import { ChangeFeed, ChangesController } from '@site/platform/data/changes';
import { JobsController } from '@site/platform/jobs/jobs';
import { OutboxRelay } from '@site/platform/jobs/outbox';
import { RetentionSweep, SWEEP } from '@site/platform/lifecycle/retention';
import { ServiceModule, type ServiceParts } from '@site/platform/service/service.module';
import { TRASH_KINDS, TrashController, type TrashKind } from '@site/platform/lifecycle/trash';
import type { GrpcPackage } from '@site/proto/grpc';
import { CLOCK, type Clock } from './clock.js';
import { ModeratorsController } from './moderators/moderators.controller.js';
import { KeyedHash } from './passwords/keyed-hash.js';
import { OldPasswordLimits } from './passwords/old-password-limits.js';
import { MAIL_DELIVERED, PasswordsController } from './passwords/passwords.controller.js';
import { ResetCodes } from './passwords/reset-codes.js';
import { ResetsController } from './passwords/resets.controller.js';
import { FIRST_ADMIN, FirstAdmin, type FirstAdminSettings } from './people/first-admin.js';
import { Passwords } from './people/passwords.js';
import { PeopleController } from './people/people.controller.js';
import { sweepBy } from './retention.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SignInLimits } from './sessions/sign-in-limits.js';
import { KEYS, SigningKeys, type KeySettings } from './sessions/signing-keys.js';

/** The gRPC packages that this service answers. */
export const packages: GrpcPackage[] = ['auth', 'changes', 'audit', 'trash', 'jobs'];

export interface AuthParts extends ServiceParts {
  keys: KeySettings;
  firstAdmin: FirstAdminSettings;
  clock: Clock;
  /** Whether mails reach people, or are only written to files. */
  mailDelivered: boolean;
}

const trashKinds: TrashKind[] = [
  {
    type: 'moderator',
    table: 'moderators',
    title: 'name',
    detail: 'email',
    placeTaken: 'This email address belongs to somebody else by now.',
  },
];

@Module({
  controllers: [
    SessionsController,
    PasswordsController,
    ResetsController,
    ModeratorsController,
    PeopleController,
    ChangesController,
    AuditController,
    TrashController,
    JobsController,
  ],
  providers: [
    ChangeFeed,
    OutboxRelay,
    { provide: TRASH_KINDS, useValue: trashKinds },
    { provide: Passwords, useFactory: () => new Passwords() },
    SignInLimits,
    OldPasswordLimits,
    KeyedHash,
    ResetCodes,
    SigningKeys,
    FirstAdmin,
    { provide: SWEEP, useFactory: sweepBy, inject: [CLOCK] },
    RetentionSweep,
  ],
})
export class AppModule {
  static with({ keys, firstAdmin, clock, mailDelivered, ...parts }: AuthParts): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with(parts)],
      providers: [
        { provide: KEYS, useValue: keys },
        { provide: FIRST_ADMIN, useValue: firstAdmin },
        { provide: CLOCK, useValue: clock },
        { provide: MAIL_DELIVERED, useValue: mailDelivered },
      ],
    };
  }
}
