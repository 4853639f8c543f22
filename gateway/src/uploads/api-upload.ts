import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { failureSchema } from '../edge/api/api-docs.js';
import type { UploadForm } from './uploads.js';

type Schema = Record<string, unknown>;

const failures: Record<number, string> = {
  400: 'A field or the file is missing, wrong or unknown; each is named in errors.',
  413: 'The file, or the picture in it, is too large.',
  415: 'The file is not a picture of a type that is taken.',
  422: 'The picture is damaged, or the Idempotency-Key belongs to another content.',
  429: 'Asked too often; see Retry-After.',
  503: 'Too many uploads at once, or a part is down; see Retry-After.',
};

/** Documents the header with which a form may be sent again. */
export const DescribeIdempotencyKey = () =>
  ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Makes repeating harmless: at most 255 characters, remembered for 24 hours.',
  });

/** Documents an upload route: its text fields by their rules, its file, its answer, and how it can fail. */
export function DescribeUpload(summary: string, form: UploadForm<z.ZodObject>, data: Schema, status: 200 | 201 = 201) {
  // Without its name: a named schema would become a reference to a definition that the document does not have.
  const { $schema: _draft, ...fields } = z.toJSONSchema(z.strictObject(form.fields.shape), { io: 'input' });
  const { field, label, types, required } = form.file;
  const body: Schema = {
    ...fields,
    properties: {
      ...fields.properties,
      [field]: { type: 'string', format: 'binary', description: `${label}: ${types.join(', ')}; at most 10 MiB` },
    },
    required: [...(fields.required ?? []), ...(required ? [field] : [])],
  };
  const answer: Schema = {
    type: 'object',
    required: ['status', 'action', 'data'],
    properties: { status: { type: 'boolean', enum: [true] }, action: { type: 'string' }, data },
  };
  return applyDecorators(
    ApiOperation({ summary }),
    ApiConsumes('multipart/form-data'),
    ApiBody({ schema: body }),
    DescribeIdempotencyKey(),
    ApiResponse({ status, description: 'Stored', schema: answer }),
    ...Object.entries(failures).map(([code, description]) =>
      ApiResponse({ status: Number(code), description, schema: failureSchema }),
    ),
  );
}
