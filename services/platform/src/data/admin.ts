/** Requires an admin, or a role with a permission, in an rpc. */
import type { Metadata } from '@grpc/grpc-js';
import { forbidden, readCaller, type Caller } from '@site/proto/grpc';
import { may, type PermissionName } from '@site/domain/roles';

/**
 * @param purpose completes "Only an admin can …" in the error
 * @throws UNAUTHENTICATED without a caller, PERMISSION_DENIED unless the caller is an admin
 */
export function readAdmin(metadata: Metadata | undefined, purpose = 'do this'): Caller {
  const caller = readCaller(metadata);
  if (caller.role !== 'admin') throw forbidden(`Only an admin can ${purpose}.`);
  return caller;
}

/** @throws UNAUTHENTICATED without a caller, PERMISSION_DENIED if the role lacks it */
export function readAllowed(metadata: Metadata | undefined, permission: PermissionName): Caller {
  const caller = readCaller(metadata);
  if (!may(caller.role, permission)) throw forbidden('You are not allowed to do this.');
  return caller;
}
