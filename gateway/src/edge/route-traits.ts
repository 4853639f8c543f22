/** Body limits and caching per route, for the body parsers and nginx's locations (scripts/nginx/route-config.ts). */
import { RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner } from '@nestjs/core';
import { z } from 'zod';

/** As `client_max_body_size` in nginx.conf. */
export const defaultBodyBytes = 64 * 1024;

export interface BodyLimit {
  bytes: number;
  field: string;
  /** States what is too large and the limit. */
  message: string;
  /** A form with a file, which `uploads/` streams. */
  isUpload?: true;
}

const bodyLimitKey = 'gateway:body-limit';
const cachedKey = 'gateway:cached-by-nginx';

/** Raises a route's body limit above the default. */
export const LargeBody = (limit: BodyLimit) => SetMetadata(bodyLimitKey, limit);

/** Caches for as long as `Cache-Control` allows. */
export const CachedByNginx = () => SetMetadata(cachedKey, true);

export interface Route {
  method: string;
  /** As in Express: "/main/post/:id". */
  path: string;
  handler: object;
  bodyLimit?: BodyLimit;
  isCached: boolean;
  /** In schema order. */
  query: readonly string[];
}

const metadata = <Value>(key: string, target: object) => Reflect.getMetadata(key, target) as Value | undefined;

function queryOf(controller: Type, name: string): string[] {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, name) ?? {}) as Record<
    string,
    { schema?: unknown }
  >;
  return Object.entries(args).flatMap(([key, { schema }]) =>
    key.startsWith(`${RouteParamtypes.QUERY}:`) && schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
  );
}

/** Lists the controllers' routes from Nest's metadata, without starting an application. */
export function routesOf(controllers: readonly Type[]): Route[] {
  return controllers.flatMap((controller) => {
    const prototype = controller.prototype as Record<string, object>;
    const prefix = metadata<string>(PATH_METADATA, controller) ?? '';
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const method = metadata<RequestMethod>(METHOD_METADATA, handler);
      if (method === undefined) return [];
      const path = `/${prefix}/${metadata<string>(PATH_METADATA, handler) ?? ''}`.replaceAll(/\/+/g, '/');
      const bodyLimit = metadata<BodyLimit>(bodyLimitKey, handler);
      return {
        method: RequestMethod[method],
        path: path === '/' ? path : path.replace(/\/$/, ''),
        handler,
        ...(bodyLimit && { bodyLimit }),
        isCached: metadata<true>(cachedKey, handler) ?? false,
        query: queryOf(controller, name),
      };
    });
  });
}

/** Converts a route's path to the source of a regular expression without anchors. */
export const patternOf = (path: string): string =>
  path
    .replaceAll('.', '\\.')
    .replaceAll(/\/:\w+/g, '/[^/]+')
    .replaceAll(/\*\w+/g, '.+');
