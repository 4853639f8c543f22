/** Failures detected by the gateway. Services' failures are gRPC errors; `error.filter.ts` renders both. */
import { HttpException, type HttpStatus } from '@nestjs/common';
import { isId } from '@site/platform/base/ids';
import { confirmField, confirmMessage } from '@site/proto/auth/v1/recent-confirmation';
import type { FieldError } from '@site/proto/grpc';

export interface FailureDetails {
  /** Shown to users. */
  message: string;
  fields?: FieldError[];
  retryAfterSeconds?: number;
}

const sentences: Record<number, string> = {
  400: 'The request could not be understood.',
  401: 'No authentication token found.',
  403: 'You are not allowed to do this.',
  404: 'We couldn’t find this.',
  405: 'This address does not accept that method.',
  408: 'The request took too long to arrive.',
  409: 'This is no longer possible. Reload the page to see the current state.',
  413: 'The request is too large. Shorten it and try again.',
  415: 'This address does not accept this type of request.',
  417: 'This address does not support the Expect header of the request.',
  422: 'We couldn’t process the request.',
  429: 'Too many requests. Please try again later.',
  431: 'The request headers are too large.',
  500: 'Something went wrong. Please try again later.',
  502: 'Part of the site isn’t working right now. Try again in a minute.',
  503: 'This part of the site is unavailable right now. Try again in a minute.',
  504: 'Part of the site took too long to respond. Try again in a minute.',
};

/** Returns the default message of a status; of 400 or 500 for a status without one. */
export const sentenceFor = (status: number): string =>
  sentences[status] ?? (status < 500 ? sentences[400]! : sentences[500]!);

const failed = (status: HttpStatus, message = sentenceFor(status), details: Partial<FailureDetails> = {}) =>
  new HttpException({ message, ...details }, status);
const rejectField = (status: HttpStatus) => (field: string, message: string) =>
  failed(status, message, { fields: [{ field, message }] });

/** 400, with the invalid fields. */
export const badInput = (message: string, fields: FieldError[] = []) => failed(400, message, { fields });
/** 400, for one field. */
export const badField = rejectField(400);
/** 401. */
export const signedOut = (message?: string) => failed(401, message);
/** 403. */
export const notAllowed = (message?: string) => failed(403, message);
/** 403, for a request header that names another site. */
export const otherSite = (header: string) =>
  rejectField(403)(header, `${header}: only this site’s own pages can send this. Open the site and try again.`);

/** 403, for a session without a recent sign-in or confirmation. */
export const unconfirmed = () => rejectField(403)(confirmField, confirmMessage);
/** 404. */
export const missing = (message: string) => failed(404, message);
/** 405; the caller sets Allow. */
export const wrongMethod = () => failed(405);
/** 409. */
export const overtaken = (message: string) => failed(409, message);
/** 413, for the file of a field. */
export const tooLarge = rejectField(413);
/** 415. */
export const wrongType = (message?: string) => failed(415, message);
/** 415, for the file of a field. */
export const wrongFileType = rejectField(415);
/** 422, for the file of a field. */
export const damaged = rejectField(422);
/** 429. */
export const tooOften = (retryAfterSeconds: number, message?: string) => failed(429, message, { retryAfterSeconds });
/** 503. */
export const busy = (message?: string, retryAfterSeconds = 5) => failed(503, message, { retryAfterSeconds });

/** @throws 404 with the message if the id is malformed, as for an unknown one */
export function requireId(id: string, message: string): string {
  if (!isId(id)) throw missing(message);
  return id;
}
