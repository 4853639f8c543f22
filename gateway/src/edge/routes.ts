/** Decorators for the common kinds of controllers and routes. `tag` groups routes in the API documentation. */
import { applyDecorators, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { PermissionName } from '@site/domain/roles';
import { CachedByNginx } from './route-traits.js';
import { Allowed, Public } from './session.guard.js';
import { Takes } from './consumes.js';

/** A controller for every visitor. */
export const PublicController = (path: string, tag: string) =>
  applyDecorators(ApiTags(tag), Public(), Controller(path));

/** A controller for signed-in users with the permission. */
export const DashboardController = (path: string, tag: string, permission: PermissionName) =>
  applyDecorators(ApiTags(tag), ApiBearerAuth(), Allowed(permission), Controller(path));

/** A GET whose response shared caches may keep. */
export const CachedGet = (path = '') => applyDecorators(Get(path), CachedByNginx());

/** A POST of JSON that returns 200. */
export const PostJson = (path = '') => applyDecorators(Post(path), HttpCode(200), Takes('application/json'));

/** Like `PostJson`, also for the form of a page without scripts. */
export const PostJsonOrForm = (path = '') =>
  applyDecorators(Post(path), HttpCode(200), Takes('application/json', true));
