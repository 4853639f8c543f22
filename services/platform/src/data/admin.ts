import type { Metadata } from '@grpc/grpc-js';
import { forbidden, readCaller, type Caller } from '@site/proto/grpc';
import { may, type PermissionName } from '@site/domain/roles';

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

/**
 * The person who is asking, if their role has the permission.
 * @throws UNAUTHENTICATED without a caller, PERMISSION_DENIED for somebody whose role has it not
 */
export function readAllowed(metadata: Metadata | undefined, permission: PermissionName): Caller {
  const caller = readCaller(metadata);
  if (!may(caller.role, permission)) throw forbidden('You are not allowed to do this.');
  return caller;
}
