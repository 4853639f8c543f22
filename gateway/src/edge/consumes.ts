import { applyDecorators, mixin, UseGuards, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import type { Request } from 'express';
import { wrongType } from './http-errors.js';
import { isPageForm } from './page-form.js';

const formType = 'application/x-www-form-urlencoded';

/**
 * Restricts a route to one body type (415). Another site's page can post a form without our consent, but not JSON.
 * @param orPageForm also accepts forms that browsers without scripts send from our pages
 */
export function Takes(type: 'application/json' | typeof formType, orPageForm = false) {
  // Not an interceptor: its observables would cost a form as much as all the guards together.
  class TakesGuard implements CanActivate {
    canActivate(context: ExecutionContext) {
      // null: there is no body, and validation reports that.
      const request = context.switchToHttp().getRequest<Request>();
      const matches = request.is(orPageForm && isPageForm(request) ? [type, formType] : type);
      if (matches === false) throw wrongType(`This form must be sent as ${type}.`);
      return true;
    }
  }
  return applyDecorators(UseGuards(mixin(TakesGuard)), ApiConsumes(type));
}
