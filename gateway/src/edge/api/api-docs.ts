import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiResponse } from '@nestjs/swagger';
import { text } from '@site/proto/responses';
import { z } from 'zod';

/** Schemas of responses, each at the index that `schemaOf` returned. Converting all takes long, so it happens on demand. */
export const responseSchemas: z.ZodType[] = [];
/** Marks a place where `ApiDocuments` inserts the schema of this index. */
export const schemaIndexKey = 'x-schema-index';

/** Returns what stands for a response's schema until the API's description is built. */
export const schemaOf = (responseSchema: z.ZodType): Record<string, never> =>
  ({ [schemaIndexKey]: responseSchemas.push(responseSchema) - 1 }) as unknown as Record<string, never>;

/** What all successful responses have beside their data. */
export const successResponse = z.looseObject({ status: z.literal(true), action: text });

const envelopeOf = (data: z.ZodType) => successResponse.extend({ data });

/** The body of every failure. */
export const failureResponse = z.strictObject({
  status: z.literal(false),
  action: text,
  message: text,
  errors: z.array(z.strictObject({ field: text.optional(), message: text })),
});
export const failureSchema = { $ref: '#/components/schemas/Failure' };

/** Failures that all routes describe alike, by status. */
export const failureDescriptions: Record<number, string> = {
  400: 'A field or the file is missing, invalid or unknown; errors names each one.',
  401: 'There is no session, or it has ended.',
  403: 'The session does not allow this.',
  404: 'Not found.',
  409: 'Not possible in the current state.',
  413: 'The file or body is too large.',
  415: 'The type of the file or body is not accepted.',
  422: 'Not processable: the picture can’t be decoded, or the idempotency key was used with another body.',
  429: 'Too many requests; see Retry-After.',
  503: 'A service is down or overloaded; see Retry-After.',
};

const responseSchemaKey = 'gateway:answer';

/** Used by tests that validate every response. */
export const getResponseSchema = (handler: object): z.ZodType | undefined =>
  Reflect.getMetadata(responseSchemaKey, handler) as z.ZodType | undefined;

/** Documents a route's response and failures in OpenAPI. @param data schema of the envelope's `data` */
export const Describe = (
  summary: string,
  data: z.ZodType,
  failures: readonly number[] = [],
  status: 200 | 201 | 202 = 200,
) =>
  applyDecorators(
    SetMetadata(responseSchemaKey, envelopeOf(data)),
    ApiOperation({ summary }),
    ApiResponse({
      status,
      description: 'Success',
      schema: {
        allOf: [{ $ref: '#/components/schemas/Success' }],
        properties: { data: schemaOf(data) },
        required: ['data'],
      },
    }),
    ...failures.map((code) =>
      ApiResponse({ status: code, description: failureDescriptions[code] ?? '', schema: failureSchema }),
    ),
  );

/** Documents a page, which also explains its failures. */
export const DescribePage = (summary: string, failures: Record<number, string>) =>
  applyDecorators(
    ApiOperation({ summary }),
    ApiProduces('text/html'),
    ...Object.entries(failures).map(([status, what]) =>
      ApiResponse({ status: Number(status), description: `${what}; the page says so.` }),
    ),
  );
