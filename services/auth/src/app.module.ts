import { Module, type DynamicModule } from '@nestjs/common';
import { AuditController } from '@site/platform/audit';
import { ChangeFeed, ChangesController } from '@site/platform/changes';
import { JobsController } from '@site/platform/jobs';
import { OutboxRelay } from '@site/platform/outbox';
import { ServiceModule, type ServiceParts } from '@site/platform/service.module';
import { TRASH_KINDS, TrashController, type TrashKind } from '@site/platform/trash';
import type { GrpcPackage } from '@site/proto/grpc';
import { ModeratorsController } from './moderators/moderators.controller.js';
import { KeyedHash } from './passwords/keyed-hash.js';
import { OldPasswordLimits } from './passwords/old-password-limits.js';
import { MAIL_DELIVERED, PasswordsController } from './passwords/passwords.controller.js';
import { ResetCodes } from './passwords/reset-codes.js';
import { ResetsController } from './passwords/resets.controller.js';
import { FIRST_ADMIN, FirstAdmin, type FirstAdminSettings } from './people/first-admin.js';
import { PeopleController } from './people/people.controller.js';
import { Passwords } from './people/passwords.js';
import { CLOCK, type Clock } from './sessions/clock.js';
import { SessionSweep } from './sessions/session-sweep.js';
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
    SessionSweep,
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
