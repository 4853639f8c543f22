import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { text, type Schema } from './api-schema.js';
import { dashboardSchemas } from './dashboard.schemas.js';
import { publicSchemas } from './public.schemas.js';

/** How the endpoints describe themselves in /docs. */

const envelopeOf = (data: Schema): Schema => ({
  type: 'object',
  required: ['status', 'action', 'data'],
  properties: { status: { type: 'boolean', enum: [true] }, action: text, data },
});

export const failureSchema: Schema = {
  type: 'object',
  required: ['status', 'action', 'message', 'errors'],
  properties: {
    status: { type: 'boolean', enum: [false] },
    action: text,
    message: text,
    errors: {
      type: 'array',
      items: { type: 'object', required: ['message'], properties: { field: text, message: text } },
    },
  },
};

const failureTexts: Record<number, string> = {
  400: 'A field is missing, wrong or unknown; each is named in errors.',
  401: 'No session, or one that has ended.',
  403: 'The session does not allow this.',
  404: 'It does not exist.',
  409: 'Its present state forbids this.',
  413: 'The file or body is too large.',
  415: 'The file or body is of a type that is not taken.',
  422: 'It could not be carried out: a picture that cannot be decoded, or an idempotency key with another body.',
  429: 'Asked too often; see Retry-After.',
  503: 'A part is down; see Retry-After.',
};

/** Documents an endpoint: what it does, what its data is, and which failures it knows. */
export const Describe = (
  summary: string,
  data: Schema,
  failures: (keyof typeof failureTexts)[] = [],
  status: 200 | 201 = 200,
) =>
  applyDecorators(
    ApiOperation({ summary }),
    ApiResponse({ status, description: 'Success', schema: envelopeOf(data) }),
    ...failures.map((code) => ApiResponse({ status: code, description: failureTexts[code]!, schema: failureSchema })),
  );

/** The shapes of the data, for `Describe`. */
export const schemas = {
  nothing: { type: 'object', nullable: true },
  ...publicSchemas,
  ...dashboardSchemas,
} satisfies Record<string, Schema>;
