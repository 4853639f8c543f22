import type { Metadata } from '@grpc/grpc-js';
import { forbidden, readCaller, type Caller } from '@site/proto/grpc';

/**
 * The admin who is asking.
 * @param purpose completes "Only an admin can …", for whoever is refused
 * @throws UNAUTHENTICATED without a caller, PERMISSION_DENIED for anyone but an admin
 */
export function readAdmin(metadata: Metadata | undefined, purpose = 'do this'): Caller {
  const caller = readCaller(metadata);
  if (caller.role !== 'admin') throw forbidden(`Only an admin can ${purpose}.`);
  return caller;
}
