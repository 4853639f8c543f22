/** Refuses state-changing requests from other sites' pages, whose forms need no permission to be sent. */
import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { CONFIG, type Config } from '../config.js';
import { otherSite } from './http-errors.js';
import { foreignSiteHeader } from './cross-site-request.js';

const anySiteKey = 'gateway:from-any-site';

/** For one-click unsubscribing (RFC 8058), which webmail may do in the browser. */
export const FromAnySite = () => SetMetadata(anySiteKey, true);

@Injectable()
export class CrossSiteGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return true;
    // Called by other servers, and signed.
    if (request.path.startsWith('/hooks/')) return true;
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(anySiteKey, targets)) return true;
    const header = foreignSiteHeader(request, this.config);
    if (header) throw otherSite(header);
    return true;
  }
}
