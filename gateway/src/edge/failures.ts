import { HttpException, HttpStatus } from '@nestjs/common';
import type { FieldError } from '@site/proto/grpc';

/** Failures that the gateway itself finds. Those of services are gRPC errors; `error.filter.ts` renders both. */

export interface FailureDetails {
  /** A sentence for the person who asked. */
  message: string;
  fields?: FieldError[];
  retryAfterSeconds?: number;
}

const failed = (status: HttpStatus, details: FailureDetails) => new HttpException({ ...details }, status);

/** 400, with the fields named. */
export const badInput = (message: string, fields: FieldError[] = []) =>
  failed(HttpStatus.BAD_REQUEST, { message, fields });
/** 401. */
export const signedOut = (message = 'No authentication token found.') => failed(HttpStatus.UNAUTHORIZED, { message });
/** 403. */
export const notAllowed = (message: string) => failed(HttpStatus.FORBIDDEN, { message });
/** 404. */
export const missing = (message: string) => failed(HttpStatus.NOT_FOUND, { message });
/** 415. */
export const wrongType = (message: string, fields: FieldError[] = []) =>
  failed(HttpStatus.UNSUPPORTED_MEDIA_TYPE, { message, fields });
/** 429. */
export const tooOften = (retryAfterSeconds: number) =>
  failed(HttpStatus.TOO_MANY_REQUESTS, { message: 'Too many requests. Please try again later.', retryAfterSeconds });
/** 503. */
export const busy = (
  message = 'This part of the site is not available at the moment. Please try again shortly.',
  retryAfterSeconds = 5,
) => failed(HttpStatus.SERVICE_UNAVAILABLE, { message, retryAfterSeconds });
