/** Compares how calls were rejected, in tests. */
import type { Metadata, ServiceError, status } from '@grpc/grpc-js';
import type { RpcException } from '@nestjs/microservices';
import { metadataKeys, type FieldError } from '@site/proto/grpc';

/** Returns the first field error in an RpcException; undefined if it names no field. */
export function getFieldError(error: unknown): FieldError | undefined {
  const { metadata } = (error as RpcException).getError() as { metadata: Metadata };
  const fields = metadata.get(metadataKeys.fieldErrors)[0];
  return (JSON.parse(String(fields)) as FieldError[])[0];
}

/** Returns how a call was rejected, in a comparable form; fails if it was not. */
export async function getRejection(call: Promise<unknown>): Promise<{
  code: status;
  details: string;
  fields?: FieldError[];
  retryAfterSeconds?: number;
}> {
  const error = await call.then(
    () => Promise.reject(new Error('the call was not refused')),
    (reason: ServiceError) => reason,
  );
  const fields = error.metadata.get(metadataKeys.fieldErrors)[0];
  const seconds = error.metadata.get(metadataKeys.retryAfterSeconds)[0];
  return {
    code: error.code,
    details: error.details,
    ...(fields && { fields: JSON.parse(String(fields)) as FieldError[] }),
    ...(seconds && { retryAfterSeconds: Number(seconds) }),
  };
}
