import type { FieldError } from '@site/proto/grpc';

/** The one shape of every JSON answer of /main and /admin, which is the specification's. */

export interface Success<Data> {
  status: true;
  /** A sentence that a visitor may read. */
  action: string;
  data: Data;
}

interface Failure {
  status: false;
  action: string;
  message: string;
  /** Never empty: pages read `errors[0].message`. */
  errors: { field?: string; message: string }[];
}

/** A successful answer; `extra` are the further top-level fields of some answers (`next_cursor`, `meta`). */
export const success = <Data, Extra extends object = object>(action: string, data: Data, extra?: Extra) =>
  ({ status: true, action, data, ...extra }) as Success<Data> & Extra;

/** A failed answer. */
export const failure = (message: string, fields: FieldError[] = []): Failure => ({
  status: false,
  action: message,
  message,
  errors: fields.length ? fields : [{ message }],
});
