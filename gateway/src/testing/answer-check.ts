import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { z } from 'zod';
import { answerOf } from '../edge/api/api-docs.js';

/** Every answer that a test receives is what its route describes: no field is missing, and none is more than said. */

interface DescribedRoute {
  method: string;
  path: RegExp;
  answer: z.ZodType;
}

function describedRoutes(app: NestExpressApplication): DescribedRoute[] {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    const prototype = (metatype as { prototype: Record<string, object> }).prototype;
    const prefix = Reflect.getMetadata(PATH_METADATA, metatype as object) as string;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name]!;
      const answer = answerOf(handler);
      if (!answer) return [];
      const path = `/${prefix}/${Reflect.getMetadata(PATH_METADATA, handler) as string}`.replaceAll(/\/+/g, '/');
      return [
        {
          method: RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod],
          path: new RegExp(`^${path.replace(/\/$/, '').replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`),
          answer,
        },
      ];
    });
  });
}

function textOf(body: Buffer): string {
  if (body[0] === 0x1f && body[1] === 0x8b) return gunzipSync(body).toString();
  return body[0] === '{'.charCodeAt(0) ? body.toString() : brotliDecompressSync(body).toString();
}

/** Fails the test under way when it receives an answer that is not as described. */
export function checkAnswers(app: NestExpressApplication, server: Server): void {
  const routes = describedRoutes(app);
  const check = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const [path = ''] = (request.url ?? '').split('?');
    const matching = routes.filter(({ method, path: pattern }) => method === request.method && pattern.test(path));
    const route = matching.find(({ path: pattern }) => !pattern.source.includes('[^')) ?? matching[0];
    if (!route || body.length === 0 || ![200, 201, 202].includes(response.statusCode)) return;
    if (response.hasHeader('content-disposition')) return;
    const { error } = route.answer.safeParse(JSON.parse(textOf(body)));
    if (!error) return;
    const fault = new Error(`${request.method} ${path} is not as described: ${JSON.stringify(error.issues)}`);
    // Outside the server's own work, where it would be taken for a failure of the gateway.
    setImmediate(() => {
      throw fault;
    });
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as Buffer));
    };
    const { write, end } = response;
    response.write = function (this: ServerResponse, ...args: Parameters<typeof write>) {
      keep(args[0]);
      return write.apply(this, args);
    } as typeof write;
    response.end = function (this: ServerResponse, ...args: Parameters<typeof end>) {
      keep(args[0]);
      return end.apply(this, args);
    } as typeof end;
    response.once('finish', () => check(request, response, Buffer.concat(chunks)));
  });
}
