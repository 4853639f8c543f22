import { applyDecorators, mixin, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import { wrongType } from './failures.js';

/** Restricts a route to one body type (415). Another site's page can post a form without our consent, but not JSON. */
export function Takes(type: 'application/json' | 'application/x-www-form-urlencoded') {
  // Not an interceptor: its observables would cost a form as much as all the guards together.
  class TakesGuard implements CanActivate {
    canActivate(context: ExecutionContext) {
      // null: there is no body, and validation reports that.
      const matches = context.switchToHttp().getRequest<Request>().is(type);
      if (matches === false) throw wrongType(`This form must be sent as ${type}.`);
      return true;
    }
  }
  return applyDecorators(UseGuards(mixin(TakesGuard)), ApiConsumes(type));
}
