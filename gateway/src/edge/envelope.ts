/** The envelope of all JSON responses of /main and /admin, from the specification. */
import type { FieldError } from '@site/proto/grpc';

export interface Success<Data> {
  status: true;
  /** Shown to visitors. */
  action: string;
  data: Data;
}

interface Failure {
  status: false;
  action: string;
  message: string;
  /** Pages read `errors[0].message`. */
  errors: { field?: string; message: string }[];
}

/** `extra` adds top-level fields (`next_cursor`, `meta`). */
export const success = <Data, Extra extends object = object>(action: string, data: Data, extra?: Extra) =>
  ({ status: true, action, data, ...extra }) as Success<Data> & Extra;

/** Builds the error envelope; without fields, `errors` repeats the message. */
export const failure = (message: string, fields: FieldError[] = []): Failure => ({
  status: false,
  action: message,
  message,
  errors: fields.length ? fields : [{ message }],
});
