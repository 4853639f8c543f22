import { applyDecorators, mixin, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import { wrongType } from './failures.js';

/**
 * Lets a route take bodies of one type only; any other is 415, before its content is looked at. A page of another site can
 * post a form without our consent, but not JSON.
 */
export function Takes(type: 'application/json' | 'application/x-www-form-urlencoded') {
  // No interceptor: the streams around one cost a form as much as all its guards.
  class TakesGuard implements CanActivate {
    canActivate(context: ExecutionContext) {
      // null: there is no body, and the input rules say so.
      const matches = context.switchToHttp().getRequest<Request>().is(type);
      if (matches === false) throw wrongType(`This form must be sent as ${type}.`);
      return true;
    }
  }
  return applyDecorators(UseGuards(mixin(TakesGuard)), ApiConsumes(type));
}
