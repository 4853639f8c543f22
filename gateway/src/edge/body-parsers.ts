/** Parsers for bodies without files, which `uploads/` streams. */
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
import busboy from 'busboy';
import express, { type ErrorRequestHandler, type Request, type RequestHandler } from 'express';
import type { Observable } from 'rxjs';
import { render, sendFailure } from './error.filter.js';
import { badField, badInput, tooLarge, wrongType } from './http-errors.js';
import { hasBody } from './has-body.js';
import { unknownField } from './input.pipe.js';
import { patternOf, defaultBodyBytes, type BodyLimit, type Route } from './route-traits.js';

const maxFields = 20;
/** The SMS carrier adds fields without notice. */
const maxWebhookFields = 100;

/** Parses JSON and form-encoded bodies; `LargeBody` raises a route's limit for JSON. */
export const bodyParsers = (routes: readonly Route[]): (RequestHandler | ErrorRequestHandler)[] => [
  rejectUnknownCodings,
  parseSignedBodies(routes),
  json(routes),
  forms(),
  rejectUnsupportedTypes,
  handleParserErrors,
];

function json(routes: readonly Route[]): RequestHandler {
  const parser = (limit: number) => express.json({ limit, type: 'application/json' });
  const defaultParser = parser(defaultBodyBytes);
  const larger = routes.flatMap(({ path, bodyLimit }) =>
    bodyLimit && !bodyLimit.isUpload
      ? { address: new RegExp(`^${patternOf(path)}$`), parse: parser(bodyLimit.bytes), limit: bodyLimit }
      : [],
  );
  return (request, response, next) => {
    const declared = larger.find(({ address }) => address.test(request.path));
    if (!declared) return defaultParser(request, response, next);
    declared.parse(request, response, (error?: unknown) => next(named(error, declared.limit)));
  };
}

const signedPath = '/hooks/mail/';

/** Reads calls of mail providers as text, because signatures cover it. SNS calls its JSON text/plain. */
function parseSignedBodies(routes: readonly Route[]): RequestHandler {
  const limit = routes.find(({ path }) => path.startsWith(signedPath))?.bodyLimit;
  const parser = express.text({ limit: limit?.bytes ?? defaultBodyBytes, type: ['application/json', 'text/plain'] });
  return (request, response, next) => {
    if (!request.path.startsWith(signedPath)) return next();
    parser(request, response, (error?: unknown) => next(limit ? named(error, limit) : error));
  };
}

const named = (error: unknown, { field, message }: BodyLimit) =>
  (error as { type?: string } | undefined)?.type === 'entity.too.large' ? tooLarge(field, message) : error;

function forms(): RequestHandler {
  const parser = (parameterLimit: number) =>
    express.urlencoded({ limit: defaultBodyBytes, extended: false, parameterLimit, verify: rejectPrototypeField });
  const formParser = parser(maxFields);
  const ofHooks = parser(maxWebhookFields);
  return (request, response, next) =>
    (request.path.startsWith('/hooks/') ? ofHooks : formParser)(request, response, next);
}

/**
 * Rejects unknown transfer codings. If two servers disagree on where a request ends, one visitor's body becomes
 * another's request: request smuggling (RFC 9112, 6.1 and 11.2).
 */
const rejectUnknownCodings: RequestHandler = (request, response, next) => {
  const coding = request.headers['transfer-encoding'];
  if (coding === undefined || coding.toLowerCase() === 'chunked') return next();
  response.setHeader('Connection', 'close');
  next(badInput('This transfer encoding is not supported.'));
};

/** Rejects `__proto__`, which the parser would silently drop. */
function rejectPrototypeField(_request: unknown, _response: unknown, body: Buffer): void {
  if (new URLSearchParams(body.toString()).has('__proto__')) throw unknownField('__proto__');
}

/** Renders parser errors: Nest would pass on their messages, which quote the body. */
const handleParserErrors: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  const rendering = render(error);
  if (rendering.status >= 500) return next(error);
  // The HTTP guard has already ended a request whose body stalled.
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

const rejectUnsupportedTypes: RequestHandler = (request, _response, next) => {
  if (!hasBody(request) || request.is(takenTypes)) return next();
  if (request.path.startsWith(signedPath) && request.is('text/plain')) return next();
  next(wrongType());
};

/** Rejects files. */
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
  let rejection: Error | undefined;
  const reject = (message: string, field: string) => (rejection ??= badField(field, message));
  const sizes = { fieldSize: defaultBodyBytes, fieldNameSize: 64, headerPairs: 20 };
  try {
    const limits = { files: 0, fields: maxFields, parts: maxFields, ...sizes };
    const parser = busboy({ headers: request.headers, limits });
    parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
      if (nameTruncated || valueTruncated) reject('A field is too long', name);
      else if (fields.some(([fieldName]) => fieldName === name)) reject('This field was sent twice', name);
      else fields.push([name, value]);
    });
    parser.on('filesLimit', () => reject('This form does not accept files', 'file'));
    for (const limit of ['fieldsLimit', 'partsLimit'] as const)
      parser.on(limit, () => reject('The form has too many fields', ''));
    await pipeline(Readable.from(limited(request)), parser);
  } catch (error) {
    if (error instanceof PayloadTooLargeException) throw error;
    throw rejection ?? badInput('The form could not be read.');
  }
  if (rejection) throw rejection;
  return Object.fromEntries(fields);
}

async function* limited(request: Request): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of request) {
    length += (chunk as Buffer).length;
    if (length > defaultBodyBytes)
      throw new PayloadTooLargeException('The request is too large. Shorten it and try again.');
    yield chunk as Buffer;
  }
}

/** Accepts multipart forms too, as several admin calls in the specification do. */
export const MultipartFields = () =>
  applyDecorators(
    UseInterceptors(MultipartFieldsInterceptor),
    ApiConsumes('multipart/form-data', 'application/x-www-form-urlencoded', 'application/json'),
  );
