/** Serves each DELETE or POST also by GET, at the address where the specification deletes or decides by GET. */
import { applyDecorators, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { emptyResponse } from '@site/proto/responses';
import { Describe } from '../edge/api/api-docs.js';
import { ChangesStateOnGet } from '../edge/state-changing-get.guard.js';

/** Removes body parameters: the body of a GET is never read. */
const withoutBody = (args: object) =>
  Object.fromEntries(Object.entries(args).filter(([name]) => !name.startsWith(`${RouteParamtypes.BODY}:`)));

function twin(suffix: string, ...route: MethodDecorator[]): MethodDecorator {
  return (target: object, key: string | symbol, { value }: PropertyDescriptor) => {
    const name = `${String(key)}${suffix}`;
    const method = value as (...args: unknown[]) => unknown;
    const copy = {
      [name](this: unknown, ...args: unknown[]) {
        return method.apply(this, args);
      },
    }[name]!;
    for (const metadataKey of Reflect.getOwnMetadataKeys(method) as string[])
      Reflect.defineMetadata(metadataKey, Reflect.getOwnMetadata(metadataKey, method), copy);
    for (const metadataKey of Reflect.getOwnMetadataKeys(target, key) as string[])
      Reflect.defineMetadata(metadataKey, Reflect.getOwnMetadata(metadataKey, target, key), target, name);
    const args = Reflect.getOwnMetadata(ROUTE_ARGS_METADATA, target.constructor, key) as object;
    Reflect.defineMetadata(ROUTE_ARGS_METADATA, withoutBody(args), target.constructor, name);
    Object.defineProperty(target, name, { value: copy, configurable: true, writable: true });
    applyDecorators(...route)(target, name, Object.getOwnPropertyDescriptor(target, name));
  };
}

const byGet = (path: string) => twin('ByGet', Get(path), ChangesStateOnGet());

/** POST and the specification's GET. Must be above the method's other decorators. */
export const PostOrGet = (path: string): MethodDecorator => applyDecorators(Post(path), HttpCode(200), byGet(path));

/** DELETE of `:id`, and GET and POST of `delete/:id`. Must be above the other decorators. */
export const Deletes = (summary: string): MethodDecorator =>
  applyDecorators(
    Delete(':id'),
    Describe(summary, emptyResponse, [401, 403, 404]),
    twin('ByPost', Post('delete/:id'), HttpCode(200)),
    byGet('delete/:id'),
  );
