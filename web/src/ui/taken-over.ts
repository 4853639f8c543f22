import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Returns false on the server and while the page takes over its markup, then true. What only the device knows must not
 * be rendered before.
 */
export const useTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
