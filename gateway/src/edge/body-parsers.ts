import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  applyDecorators,
  Injectable,
  PayloadTooLargeException,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import { maxLength } from '@site/proto/fields';
import busboy from 'busboy';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import type { Observable } from 'rxjs';
import { render, sendFailure } from './error.filter.js';
import { badField, badInput, tooLarge, wrongType } from './failures.js';
import { hasBody } from './has-body.js';
import { unknownField } from './input.pipe.js';

/** Bodies without files. Forms with a file are read by `uploads/` as a stream. */

const largestBodyBytes = 64 * 1024;
/** A post with its structure, from the dashboard's editor; the text in it is limited besides. */
const largestPostBytes = 512 * 1024;
/** The addresses that take one. */
const takesPost = /^\/admin\/main\/post\/(?:draft|[^/]+\/revision)$/;
const mostFields = 20;
/** The carrier of text messages tells where a number is registered and much else, and adds fields without notice. */
const mostFieldsOfHooks = 100;

/** JSON and form-encoded bodies of at most 64 kB; a post may be 512 kB. */
export const bodyParsers = (): (RequestHandler | ErrorRequestHandler)[] => [
  refuseOtherCodings,
  json(),
  forms(),
  refuseOtherTypes,
  answerRefusals,
];

const postTooLarge = () =>
  tooLarge(
    'values.document',
    `The text is too large: at most ${maxLength.description.toLocaleString('en-US')} characters`,
  );

function json(): RequestHandler {
  const parser = (limit: number) => express.json({ limit, type: 'application/json' });
  const [usual, ofPosts] = [parser(largestBodyBytes), parser(largestPostBytes)];
  return (request, response, next) => {
    if (!takesPost.test(request.path)) return usual(request, response, next);
    ofPosts(request, response, (error?: unknown) =>
      next((error as { type?: string } | undefined)?.type === 'entity.too.large' ? postTooLarge() : error),
    );
  };
}

function forms(): RequestHandler {
  const parser = (parameterLimit: number) =>
    express.urlencoded({ limit: largestBodyBytes, extended: false, parameterLimit, verify: refusePrototypeField });
  const [ours, ofHooks] = [parser(mostFields), parser(mostFieldsOfHooks)];
  return (request, response, next) => (request.path.startsWith('/hooks/') ? ofHooks : ours)(request, response, next);
}

/**
 * Node reads a body in an unknown transfer coding up to the end of the connection; another server may not. Where two servers
 * disagree on where a request ends, one visitor's body becomes another's request (RFC 9112, 6.1 and 11.2).
 */
const refuseOtherCodings: RequestHandler = (request, response, next) => {
  const coding = request.headers['transfer-encoding'];
  if (coding === undefined || coding.toLowerCase() === 'chunked') return next();
  response.setHeader('Connection', 'close');
  next(badInput('This transfer encoding is not known.'));
};

/** The parser would silently drop a field named `__proto__`; it is an unknown field like any other. */
function refusePrototypeField(_request: unknown, _response: unknown, body: Buffer): void {
  if (new URLSearchParams(body.toString()).has('__proto__')) throw unknownField('__proto__');
}

/** Parsers' refusals are answered here: Nest would pass on their texts, which quote the body. */
const answerRefusals: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const rendering = render(error);
  if (rendering.status >= 500) return next(error);
  // The front door has already ended a request whose body did not come.
  if (response.headersSent) return void response.destroy();
  sendFailure(response, rendering);
};

const takenTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/csp-report',
  'application/reports+json',
];

/** A body that nobody would read is refused rather than ignored. */
const refuseOtherTypes: RequestHandler = (request, _response, next) => {
  if (!hasBody(request) || request.is(takenTypes)) return next();
  next(wrongType());
};

/** Reads the fields of a multipart form into the body; a file among them is refused. */
@Injectable()
class MultipartFieldsInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.is('multipart/form-data')) request.body = await readFields(request);
    return next.handle();
  }
}

async function readFields(request: Request): Promise<Record<string, string>> {
  const fields: [string, string][] = [];
  let refused: Error | undefined;
  const refuse = (message: string, field: string) => (refused ??= badField(field, message));
  const sizes = { fieldSize: largestBodyBytes, fieldNameSize: 64, headerPairs: 20 };
  try {
    const limits = { files: 0, fields: mostFields, parts: mostFields, ...sizes };
    const parser = busboy({ headers: request.headers, limits });
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated) refuse('A field is too long', name);
      else if (fields.some(([known]) => known === name)) refuse('This field was sent twice', name);
      else fields.push([name, value]);
    });
    parser.on('filesLimit', () => refuse('This form takes no file', 'file'));
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => refuse('The form has too many fields', ''));
    await pipeline(Readable.from(limited(request)), parser);
  } catch (error) {
    if (error instanceof PayloadTooLargeException) throw error;
    throw refused ?? badInput('The form could not be read.');
  }
  if (refused) throw refused;
  return Object.fromEntries(fields);
}

/** The body, unless it is longer than all fields together may be. */
async function* limited(request: Request): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > 2 * largestBodyBytes) throw new PayloadTooLargeException('The request is too large.');
    yield chunk as Buffer;
  }
}

/** Lets a route take its fields as a multipart form too, as several of the specification's admin calls do. */
export const MultipartFields = () =>
  applyDecorators(
    UseInterceptors(MultipartFieldsInterceptor),
    ApiConsumes('multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'),
  );
