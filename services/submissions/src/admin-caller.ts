import type { Metadata } from '@grpc/grpc-js';
import { forbidden, readCaller, type Caller } from '@site/proto/grpc';

/** Who asks, on what is for admins alone. @throws UNAUTHENTICATED without a caller, PERMISSION_DENIED for a moderator */
export function readAdmin(metadata: Metadata | undefined): Caller {
  const caller = readCaller(metadata);
  if (caller.role !== 'admin') throw forbidden('Only an admin can do this.');
  return caller;
}
