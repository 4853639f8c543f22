import { HttpException, HttpStatus } from '@nestjs/common';
import type { FailureDetails } from './failures.js';

/** Why an upload is not taken, each naming the field that it came in. */

const refused = (status: HttpStatus, field: string, message: string) => {
  const details: FailureDetails = { message, fields: [{ field, message }] };
  return new HttpException(details, status);
};

/** 400. */
export const badField = (field: string, message: string) => refused(HttpStatus.BAD_REQUEST, field, message);
/** 413. */
export const tooLarge = (field: string, message: string) => refused(HttpStatus.PAYLOAD_TOO_LARGE, field, message);
/** 415. */
export const wrongFileType = (field: string, message: string) =>
  refused(HttpStatus.UNSUPPORTED_MEDIA_TYPE, field, message);
/** 422. */
export const damaged = (field: string, message: string) => refused(HttpStatus.UNPROCESSABLE_ENTITY, field, message);
