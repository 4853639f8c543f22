import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Request } from 'express';
import type { z } from 'zod';
import { schemaOf } from './api/api-docs.js';
import { badField } from './failures.js';

/**
 * Lets monitoring send a form that goes all the way to the database and leaves nothing behind (scripts/ops/probe.mjs). It is open to
 * everyone: it reveals no more than a real form does, and costs the sender the same limit as a form that is refused.
 */

const header = 'X-Dry-Run';

/** Whether the form is to be checked and not kept. @throws 400 when the header has another value than 1 */
export function isDryRun(request: Request): boolean {
  const value = request.get(header);
  if (value === undefined) return false;
  if (value.trim() !== '1') throw badField(header, `${header} must be 1, or left out`);
  return true;
}

/** Documents the header and its answer. */
export const DescribeDryRun = (answer: z.ZodType) =>
  applyDecorators(
    ApiHeader({
      name: header,
      required: false,
      description:
        '1: the form is checked and written to the database, the write is rolled back, and nothing is kept or sent.',
    }),
    ApiResponse({ status: 200, description: 'A dry run: nothing was kept.', schema: schemaOf(answer) }),
  );
