/**
 * Protects the specification's state-changing GETs: they run only for our own pages' scripts or non-browser clients,
 * never for a link, an image, a prefetch, another site, or a HEAD, which Express would pass to the GET handler.
 */
import { Inject, Injectable, SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../config.js';
import { notAllowed, wrongMethod } from './http-errors.js';
import { foreignSiteHeader } from './cross-site-request.js';

const changesStateKey = 'gateway:changes-state-on-get';

/** Marks a GET route that writes, as the specification requires for some; the guard then applies. */
export const ChangesStateOnGet = () => SetMetadata(changesStateKey, true);

/** Whether the route is marked with `@ChangesStateOnGet()`. */
export const changesState = (reflector: Reflector, context: ExecutionContext): boolean =>
  reflector.get<boolean | undefined>(changesStateKey, context.getHandler()) ?? false;

/** Fetch metadata (https://www.w3.org/TR/fetch-metadata/). Without these headers the client isn't a browser. */
function isOurScript(request: Request): boolean {
  const site = request.get('sec-fetch-site');
  const mode = request.get('sec-fetch-mode');
  const dest = request.get('sec-fetch-dest');
  const purpose = `${request.get('purpose') ?? ''} ${request.get('sec-purpose') ?? ''}`;
  if (site !== undefined && site !== 'same-origin') return false;
  if (mode === 'navigate' || mode === 'no-cors') return false;
  if (dest !== undefined && dest !== 'empty') return false;
  return !/prefetch|prerender/i.test(purpose);
}

@Injectable()
export class StateChangingGetGuard implements CanActivate {
  constructor(
    @Inject(Reflector) private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    if (!changesState(this.reflector, context)) return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (request.method === 'HEAD') {
      context.switchToHttp().getResponse<Response>().setHeader('Allow', 'GET, POST');
      throw wrongMethod();
    }
    if (!isOurScript(request) || foreignSiteHeader(request, this.config))
      throw notAllowed('Only this site’s own pages can use this address.');
    return true;
  }
}
