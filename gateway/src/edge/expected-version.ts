import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { badInput } from './http-errors.js';

/**
 * Parameter: the version that the editor had on screen, from `If-Match` (RFC 9110 § 13.1.1: `"3"`; a bare 3 is accepted
 * too). Without it the write overwrites any version. If the row has changed since, its service returns ABORTED (409).
 * @throws 400 if the header isn't a version
 */
export const ExpectedVersion = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const header = context.switchToHttp().getRequest<Request>().get('If-Match')?.trim();
  if (header === undefined || header === '*') return undefined;
  const [, digits] = /^"?(\d{1,9})"?$/.exec(header) ?? [];
  if (digits === undefined) throw badInput('If-Match must be a version, such as "3".');
  return Number(digits);
});

export const DescribeExpectedVersion = () =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'The version that was edited; 409 if someone else has changed it since.',
  });
