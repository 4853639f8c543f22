/**
 * Lets monitoring send a form through to the database without leaving a trace (scripts/ops/probe.mjs). Public: it
 * reveals no more than a real form, and counts against the rate limit.
 */
import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Request } from 'express';
import type { z } from 'zod';
import { schemaOf } from './api/api-docs.js';
import { badField } from './http-errors.js';

const header = 'X-Dry-Run';

/** @throws 400 if the header has a value other than 1 */
export function isDryRun(request: Request): boolean {
  const value = request.get(header);
  if (value === undefined) return false;
  if (value.trim() !== '1') throw badField(header, `${header} must be 1 or omitted`);
  return true;
}

export const DescribeDryRun = (responseSchema: z.ZodType) =>
  applyDecorators(
    ApiHeader({
      name: header,
      required: false,
      description: '1: the form is validated and written to the database, then rolled back; nothing is kept or sent.',
    }),
    ApiResponse({ status: 200, description: 'A dry run: nothing was kept.', schema: schemaOf(responseSchema) }),
  );
