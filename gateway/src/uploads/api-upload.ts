import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { z } from 'zod';
import { Describe } from '../edge/api/api-docs.js';
import { LargeBody } from '../edge/route-traits.js';
import { DescribeIdempotencyKey } from './idempotency.js';
import { fileTooLargeMessage, maxBodyBytes } from './multipart.js';
import { declareUpload, type UploadForm } from './uploads.js';

/** Declares an upload route: raises its body limit, and documents its fields, file, response and failures. */
export function DescribeUpload(
  summary: string,
  form: UploadForm<z.ZodObject>,
  responseSchema: z.ZodType,
  status: 200 | 201 = 201,
  failures: readonly number[] = [],
) {
  declareUpload(form);
  // A named schema would become a reference to a definition missing from the document.
  const { $schema: _draft, ...fields } = z.toJSONSchema(z.strictObject(form.fields.shape), { io: 'input' });
  const { field, label, types, required } = form.file;
  const schema = {
    ...fields,
    properties: {
      ...fields.properties,
      [field]: { type: 'string', format: 'binary', description: `${label}: ${types.join(', ')}; at most 10 MiB` },
    },
    required: [...(fields.required ?? []), ...(required ? [field] : [])],
  } as Record<string, unknown>;
  return applyDecorators(
    LargeBody({ bytes: maxBodyBytes, field, message: fileTooLargeMessage, isUpload: true }),
    ApiConsumes('multipart/form-data'),
    ApiBody({ schema }),
    DescribeIdempotencyKey(),
    Describe(summary, responseSchema, [...new Set([400, 413, 415, 422, 429, 503, ...failures])], status),
  );
}
