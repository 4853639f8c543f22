import { useSyncExternalStore } from 'react';

/**
 * Whether this device is subscribed but may no longer show notifications: the visitor revoked the permission, or the
 * browser did after months without a visit. Found by `renewEndpoint` at each visit.
 */
let isRevoked = false;
const listeners = new Set<() => void>();

/** Whether the browser withholds the permission now. */
export const isPermissionWithheld = () => 'Notification' in window && Notification.permission !== 'granted';

export function setPermissionRevoked(value: boolean): void {
  if (value === isRevoked) return;
  isRevoked = value;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether this device has notifications but the browser no longer allows them; false on the server. */
export const usePermissionRevoked = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isRevoked,
    () => false,
  );
