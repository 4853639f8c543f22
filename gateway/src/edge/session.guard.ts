import {
  createParamDecorator,
  HttpException,
  Inject,
  Injectable,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { newId } from '@site/platform/base/ids';
import { currentContext } from '@site/platform/base/request-context';
import { callMetadata, type Caller } from '@site/proto/grpc';
import { permissions, type PermissionName, type Role } from '@site/domain/roles';
import type { Request } from 'express';
import { notAllowed, signedOut } from './failures.js';

/** Every route requires an admin session unless marked `@Public()` or `@Roles()`. */

/** In `request.user`. */
export interface Session {
  caller: Caller;
  /** The sid claim: the session's row in the auth service. */
  id: string;
}

const publicKey = 'gateway:public';
const rolesKey = 'gateway:roles';

export const Public = () => SetMetadata(publicKey, true);

/** Without it a route is open to admins only. */
export const Roles = (...roles: [Role, ...Role[]]) => SetMetadata(rolesKey, roles);

export const Allowed = (permission: PermissionName) => SetMetadata(rolesKey, permissions[permission]);

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

@Injectable()
export class SessionGuard extends AuthGuard('jwt') {
  constructor(@Inject(Reflector) private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(publicKey, targets)) return true;
    await super.canActivate(context);
    const roles = this.reflector.getAllAndOverride<readonly Role[] | undefined>(rolesKey, targets) ?? ['admin'];
    if (!roles.includes(requireSession(context).caller.role)) throw notAllowed('You are not allowed to do this.');
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
