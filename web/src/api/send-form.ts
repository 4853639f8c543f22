import { request, upload, type ApiResponse, type UploadOptions } from './api.js';

export type SendCall = Required<UploadOptions>;

/**
 * POSTs a form as multipart, omitting absent fields. Text fields come first, so that an invalid form is rejected before
 * its file is uploaded.
 */
export function sendForm<Data>(
  path: string,
  fields: Record<string, string | File | null | undefined>,
  { headers, onProgress, signal }: SendCall,
): Promise<ApiResponse<Data>> {
  const form = new FormData();
  const entries = Object.entries(fields);
  for (const [name, value] of entries) if (typeof value === 'string') form.append(name, value);
  const files = entries.filter((entry): entry is [string, File] => entry[1] instanceof File);
  for (const [name, file] of files) form.append(name, file);
  if (files.length === 0) return request<Data>(path, { method: 'POST', body: form, headers, signal });
  onProgress(0);
  return upload<Data>(path, form, { headers, onProgress, signal });
}
