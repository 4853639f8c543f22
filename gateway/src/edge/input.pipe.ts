import { HttpException, Injectable, StandardSchemaValidationPipe } from '@nestjs/common';
import type { FieldError } from '@site/proto/grpc';
import type { z } from 'zod';
import { badInput } from './failures.js';

/** An answer names at most this many faults; a hostile body could have thousands. */
const mostFaults = 20;
const longestFieldName = 100;

type Issue = Pick<z.core.$ZodIssue, 'message' | 'path'> & { code?: string; keys?: string[] };

/** What is wrong with a form, one entry per fault, every unknown field by its name. */
export function faultsOf(issues: readonly Issue[]): FieldError[] {
  return issues
    .flatMap((issue) => {
      const at = issue.path.map(String);
      if (issue.code === 'unrecognized_keys' && issue.keys)
        return issue.keys.map((key) => ({ field: [...at, key].join('.'), message: 'This field is not known' }));
      return [{ field: at.join('.'), message: issue.message }];
    })
    .slice(0, mostFaults)
    .map(({ field, message }) => ({ field: field.slice(0, longestFieldName), message }));
}

/** The failure for a form with faults; its first fault is the sentence that the person reads. */
function refuse(issues: readonly Issue[]): HttpException {
  const [first, ...others] = faultsOf(issues);
  if (!first || (first.field === '' && others.length === 0))
    return badInput('The request has no body, or one of a type that this address does not take.');
  const unknown = first.message === 'This field is not known' ? `: ${first.field}` : '';
  return badInput(first.message + unknown, [first, ...others]);
}

/** The failure for a form with a field that it does not have. */
export const unknownField = (name: string): HttpException =>
  refuse([{ code: 'unrecognized_keys', keys: [name], path: [], message: '' }]);

/** Checks `@Body({ schema })`, `@Query({ schema })` and `@Param` by their zod schemas. */
@Injectable()
export class InputPipe extends StandardSchemaValidationPipe {
  constructor() {
    super({ exceptionFactory: (issues) => refuse(issues as readonly Issue[]) });
  }

  /** Nest would silently drop a field named `__proto__`; here it is an unknown field like any other. */
  protected override stripProtoKeys(value: unknown): void {
    if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
      throw unknownField('__proto__');
  }
}
