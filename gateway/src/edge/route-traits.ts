import { RequestMethod, SetMetadata, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { MetadataScanner } from '@nestjs/core';
import { z } from 'zod';

/**
 * What a route tells the servers around it: how large its body may be, and whether shared caches may keep its answer. The body
 * parsers read it here, and `nginx-routes.ts` writes nginx's locations from it, so that both apply the same limits.
 */

/** Bytes of a body whose route declares nothing else. nginx.conf sets the same as `client_max_body_size`. */
export const usualBodyBytes = 64 * 1024;

/** The largest body of a route, and the refusal of a larger one. */
export interface BodyLimit {
  bytes: number;
  /** The field that the refusal names. */
  field: string;
  /** Says what is too large and how large it may be. */
  message: string;
  /** A form with a file, which `uploads/` reads as a stream. */
  isUpload?: true;
}

const bodyLimitKey = 'gateway:body-limit';
const cachedKey = 'gateway:cached-by-nginx';

/** Lets a route take a body that is larger than usual. */
export const LargeBody = (limit: BodyLimit) => SetMetadata(bodyLimitKey, limit);

/** Has nginx keep the answers of a GET route. What the answer says by `Cache-Control` decides for how long. */
export const CachedByNginx = () => SetMetadata(cachedKey, true);

/** One route of a controller. */
export interface Route {
  method: string;
  /** As Express spells it: "/main/post/:id". */
  path: string;
  handler: object;
  bodyLimit?: BodyLimit;
  isCached: boolean;
  /** The query parameters that it reads, in the order of their schema. */
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

/** Returns the routes of the controllers. */
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

/** Returns the source of a pattern, without anchors, for the addresses of a route. */
export const patternOf = (path: string): string =>
  path
    .replaceAll('.', '\\.')
    .replaceAll(/\/:\w+/g, '/[^/]+')
    .replaceAll(/\*\w+/g, '.+');
