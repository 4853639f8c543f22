/** Renders every failure in the envelope, without revealing causes, hosts or queries. */
import { status as grpc, type Metadata } from '@grpc/grpc-js';
import { Catch, HttpException, HttpStatus, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { RpcException } from '@nestjs/microservices';
import { isOutage } from '@site/platform/base/outage';
import { LOGGER, type Logger } from '@site/platform/base/injection-tokens';
import { metadataKeys, type FieldError } from '@site/proto/grpc';
import type { Request, Response } from 'express';
import { failure } from './envelope.js';
import { sentenceFor, type FailureDetails } from './http-errors.js';
import { giveBackUse } from './rate-limit.guard.js';
import { allowedMethods } from './registered-routes.js';
import { SecurityLog } from './security-log.js';

interface Rendering extends FailureDetails {
  status: number;
}

/** Any other code is a bug: 500. */
const httpStatusOf: Partial<Record<grpc, number>> = {
  [grpc.INVALID_ARGUMENT]: 400,
  [grpc.OUT_OF_RANGE]: 400,
  [grpc.UNAUTHENTICATED]: 401,
  [grpc.PERMISSION_DENIED]: 403,
  [grpc.NOT_FOUND]: 404,
  [grpc.ALREADY_EXISTS]: 409,
  [grpc.ABORTED]: 409,
  [grpc.FAILED_PRECONDITION]: 422,
  [grpc.RESOURCE_EXHAUSTED]: 429,
  [grpc.UNAVAILABLE]: 503,
  [grpc.CANCELLED]: 503,
  [grpc.DEADLINE_EXCEEDED]: 504,
};

/** Our services write these for users. gRPC itself writes the others, with host names and ports. */
const speakingCodes = new Set<number>([
  grpc.INVALID_ARGUMENT,
  grpc.UNAUTHENTICATED,
  grpc.PERMISSION_DENIED,
  grpc.NOT_FOUND,
  grpc.ALREADY_EXISTS,
  grpc.ABORTED,
  grpc.FAILED_PRECONDITION,
  grpc.RESOURCE_EXHAUSTED,
]);

/** Whether a message is for users; "snapshot 0198…" is for logs. */
const isSentence = (text: string) => text.length <= 300 && /^[A-Z][^\n ]* [^\n]*$/.test(text);

interface GrpcFailure {
  code: grpc;
  details?: string;
  message?: string;
  metadata?: Metadata;
}

const isGrpcFailure = (error: unknown): error is GrpcFailure =>
  typeof error === 'object' && error !== null && typeof (error as GrpcFailure).code === 'number' && 'metadata' in error;

function fieldsOf(metadata: Metadata | undefined): FieldError[] {
  const value = metadata?.get(metadataKeys.fieldErrors)[0];
  return Buffer.isBuffer(value) ? (JSON.parse(value.toString('utf8')) as FieldError[]) : [];
}

function renderGrpc(error: GrpcFailure): Rendering {
  const retryAfter = Number(error.metadata?.get(metadataKeys.retryAfterSeconds)[0]) || undefined;
  // RESOURCE_EXHAUSTED without a retry time is gRPC's own: a message exceeds its size limit.
  const isBug = error.code === grpc.RESOURCE_EXHAUSTED && !retryAfter;
  const status = isBug ? 500 : (httpStatusOf[error.code] ?? 500);
  const details = error.details ?? error.message ?? '';
  const speaks = !isBug && speakingCodes.has(error.code) && isSentence(details);
  return {
    status,
    message: speaks ? details : sentenceFor(status),
    fields: fieldsOf(error.metadata),
    ...(retryAfter && { retryAfterSeconds: retryAfter }),
  };
}

/** By the type of `http-errors`, whose message quotes the input. */
const parserSentences: Record<string, string> = {
  'entity.parse.failed': 'The request body is not valid JSON.',
  'entity.too.large': 'The request is too large. Shorten it and try again.',
  'charset.unsupported': 'The request body must be UTF-8.',
  'encoding.unsupported': 'The compression of the request body is not supported.',
  'parameters.too.many': 'The request has too many fields.',
};

function renderHttp(error: HttpException): Rendering {
  const status = error.getStatus();
  const body = error.getResponse();
  const details = typeof body === 'object' ? (body as Partial<FailureDetails>) : { message: body };
  const { fields, retryAfterSeconds } = details;
  const message =
    typeof details.message === 'string' && isSentence(details.message) ? details.message : sentenceFor(status);
  return { status, message, ...(fields && { fields }), ...(retryAfterSeconds && { retryAfterSeconds }) };
}

/** Maps an error to status and message: gRPC and HTTP errors to theirs, an outage to 503, anything else to 500. */
export function render(error: unknown): Rendering {
  if (error instanceof RpcException) return render(error.getError());
  if (isGrpcFailure(error)) return renderGrpc(error);
  if (error instanceof HttpException) return renderHttp(error);
  const { status, type } = (error ?? {}) as { status?: unknown; type?: unknown };
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { status, message: (typeof type === 'string' && parserSentences[type]) || sentenceFor(status) };
  if (isOutage(error)) return { status: HttpStatus.SERVICE_UNAVAILABLE, message: sentenceFor(503) };
  return { status: HttpStatus.INTERNAL_SERVER_ERROR, message: sentenceFor(500) };
}

/** Sends the error envelope with the headers that its status requires, never cacheable. */
export function sendFailure(response: Response, { status, message, fields, retryAfterSeconds }: Rendering): void {
  if (status === 429 || status === 503) response.setHeader('Retry-After', String(retryAfterSeconds ?? 5));
  // The rest of a refused body isn't read, so the connection can't be reused.
  if (status === 413) response.setHeader('Connection', 'close');
  if (status === 401 && !response.hasHeader('WWW-Authenticate')) response.setHeader('WWW-Authenticate', 'Bearer');
  response.setHeader('Cache-Control', 'no-store');
  response.status(status).json(failure(message, fields));
}

@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(SecurityLog) private readonly securityLog: SecurityLog,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const rendering = this.known(error, request, response);
    if (rendering.status >= 500 && rendering.status !== 503 && rendering.status !== 504)
      this.logger.error({ err: error }, 'a request failed unexpectedly');
    else if (rendering.status >= 500) this.logger.warn({ err: error }, 'a request needed a service that is down');
    giveBackUse(response, rendering.status);
    this.securityLog.recordRejection(request, error, rendering.status, rendering.fields);
    if (response.headersSent) return void response.destroy();
    sendFailure(response, rendering);
  }

  /** Tells an unknown address from a method that isn't allowed. */
  private known(error: unknown, request: Request, response: Response): Rendering {
    const rendering = render(error);
    // Express matches HEAD to any route of the path, even without a GET.
    const taken = request.method !== 'HEAD' || allowedMethods(request).includes('HEAD');
    if (request.route && taken) return rendering;
    // Express couldn't decode the address; its message quotes it.
    if (rendering.status === 400) return { status: 400, message: sentenceFor(400) };
    if (rendering.status !== 404) return rendering;
    const allowed = allowedMethods(request);
    if (allowed.length === 0) return { status: 404, message: 'This address does not exist.' };
    response.setHeader('Allow', allowed.join(', '));
    return { status: 405, message: sentenceFor(405) };
  }
}
