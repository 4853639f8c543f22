/** Access control: every route requires an admin session unless marked `@Public()` or `@Allowed()`. */
import {
  applyDecorators,
  createParamDecorator,
  HttpException,
  Inject,
  Injectable,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { ApiOperation } from '@nestjs/swagger';
import { newId } from '@site/platform/base/ids';
import { currentContext } from '@site/platform/base/request-context';
import { confirmField } from '@site/proto/auth/v1/recent-confirmation';
import { callMetadata } from '@site/proto/grpc';
import { permissions, type PermissionName, type Role } from '@site/domain/roles';
import type { Request } from 'express';
import { notAllowed, signedOut, unconfirmed } from './http-errors.js';
import { SessionStrategy, type Session } from './session.strategy.js';

export type { Session };

const publicKey = 'gateway:public';
const rolesKey = 'gateway:roles';
const recentSignInKey = 'gateway:recent-sign-in';

/** Opens a route or controller to requests without a session. */
export const Public = () => SetMetadata(publicKey, true);

/** Opens a route or controller to the roles that have this permission. Without it a route is open to admins only. */
export const Allowed = (permission: PermissionName) => SetMetadata(rolesKey, permissions[permission]);

/** Returns a sentence for the API's description: who may call a route. */
export function describeAccess(controller: object, handler: object): string {
  const of = (key: string): unknown => Reflect.getMetadata(key, handler) ?? Reflect.getMetadata(key, controller);
  if (of(publicKey)) return 'Open to everyone.';
  const roles = (of(rolesKey) as readonly Role[] | undefined) ?? ['admin'];
  return `Roles: ${roles.join(', ')}.`;
}

const describedRecentSignIn = {
  // Keeps the route's own summary.
  summary: undefined,
  description: `Requires a sign-in or confirmation within the last ten minutes; otherwise 403 names the field ${confirmField}.`,
};

/** For sensitive actions: requires a sign-in or confirmation within the last ten minutes. */
export const NeedsRecentSignIn = () =>
  applyDecorators(SetMetadata(recentSignInKey, true), ApiOperation(describedRecentSignIn));

const sessionOf = (context: ExecutionContext) =>
  (context.switchToHttp().getRequest<Request>() as { user?: Session }).user;

function requireSession(context: ExecutionContext): Session {
  const session = sessionOf(context);
  // Reached only if a route is public by mistake.
  if (!session) throw signedOut();
  return session;
}

export const CurrentSession = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  requireSession(context),
);

/** Parameter: the request id and, on signed-in routes, the caller. */
export const CallMetadata = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  callMetadata(currentContext()?.requestId ?? newId(), sessionOf(context)?.caller),
);

/** Every route requires an admin session unless marked `@Public()` or `@Allowed()`. */
@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(SessionStrategy) private readonly sessions: SessionStrategy,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(publicKey, targets)) return true;
    await super.canActivate(context);
    const roles = this.reflector.getAllAndOverride<readonly Role[] | undefined>(rolesKey, targets) ?? ['admin'];
    const { id, caller } = requireSession(context);
    if (!roles.includes(caller.role)) throw notAllowed('You are not allowed to do this.');
    const isSensitive = this.reflector.getAllAndOverride<boolean | undefined>(recentSignInKey, targets);
    if (isSensitive && !(await this.sessions.isRecentlyConfirmed(id))) throw unconfirmed();
    return true;
  }

  /** An outage of auth must not look like an invalid token. */
  override handleRequest<User>(error: unknown, user: User | false, info: unknown): User {
    if (error) throw error instanceof Error ? error : new Error('session check failed', { cause: error });
    if (user) return user;
    if (info instanceof HttpException) throw info;
    const none = info instanceof Error && info.message === 'No auth token';
    throw none ? signedOut() : signedOut('Your session has ended. Please sign in again.');
  }
}
