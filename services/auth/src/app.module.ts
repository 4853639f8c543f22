import { Module, type DynamicModule } from '@nestjs/common';
import { ChangeFeed, ChangesController } from '@site/platform/changes';
import { ServiceModule, type ServiceParts } from '@site/platform/service.module';
import type { GrpcPackage } from '@site/proto/grpc';
import { FIRST_ADMIN, FirstAdmin, type FirstAdminSettings } from './people/first-admin.js';
import { Passwords } from './people/passwords.js';
import { CLOCK, type Clock } from './sessions/clock.js';
import { SessionSweep } from './sessions/session-sweep.js';
import { SessionsController } from './sessions/sessions.controller.js';
import { SignInLimits } from './sessions/sign-in-limits.js';
import { KEYS, SigningKeys, type KeySettings } from './sessions/signing-keys.js';

/** The gRPC packages that this service answers. */
export const packages: GrpcPackage[] = ['auth', 'changes'];

export interface AuthParts extends ServiceParts {
  keys: KeySettings;
  firstAdmin: FirstAdminSettings;
  clock: Clock;
}

@Module({
  controllers: [SessionsController, ChangesController],
  providers: [
    ChangeFeed,
    { provide: Passwords, useFactory: () => new Passwords() },
    SignInLimits,
    SigningKeys,
    FirstAdmin,
    SessionSweep,
  ],
})
export class AppModule {
  static with({ keys, firstAdmin, clock, ...parts }: AuthParts): DynamicModule {
    return {
      module: AppModule,
      imports: [ServiceModule.with(parts)],
      providers: [
        { provide: KEYS, useValue: keys },
        { provide: FIRST_ADMIN, useValue: firstAdmin },
        { provide: CLOCK, useValue: clock },
      ],
    };
  }
}
