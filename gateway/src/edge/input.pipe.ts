/** Validation of requests against their zod schemas, and the errors by field. */
import { firstCharacters } from '@site/domain/truncate';
import { HttpException, Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import type { FieldError } from '@site/proto/grpc';
import type { z } from 'zod';
import { badInput } from './http-errors.js';

/** A hostile body could have thousands. */
const maxErrors = 20;
const maxFieldNameLength = 100;

type Issue = Pick<z.core.$ZodIssue, 'message' | 'path'> & { code?: string; keys?: string[] };

/** Returns one error per fault and per unknown field. */
export function faultsOf(issues: readonly Issue[]): FieldError[] {
  return issues
    .flatMap((issue) => {
      const at = issue.path.map(String);
      if (issue.code === 'unrecognized_keys' && issue.keys)
        return issue.keys.map((key) => ({ field: [...at, key].join('.'), message: 'Unknown field' }));
      return [{ field: at.join('.'), message: issue.message }];
    })
    .slice(0, maxErrors)
    .map(({ field, message }) => ({ field: firstCharacters(field, maxFieldNameLength), message }));
}

/** Users see the first fault. */
function toBadRequest(issues: readonly Issue[]): HttpException {
  const [first, ...others] = faultsOf(issues);
  if (!first || (first.field === '' && others.length === 0))
    return badInput('The request has no body, or this address does not accept its type.');
  const unknown = first.message === 'Unknown field' ? `: ${first.field}` : '';
  return badInput(first.message + unknown, [first, ...others]);
}

/** Returns the error that refuses a field no schema has. */
export const unknownField = (name: string): HttpException =>
  toBadRequest([{ code: 'unrecognized_keys', keys: [name], path: [], message: '' }]);

/** Validates bodies, queries and parameters against their zod schemas; a refusal names the fields. */
@Injectable()
export class InputPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => toBadRequest(issues as readonly Issue[]) });
  }

  /** Rejects `__proto__`, which Nest would silently drop. */
  protected override stripProtoKeys(value: unknown): void {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
      throw unknownField('__proto__');
  }
}
