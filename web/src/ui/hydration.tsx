import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { renderedFrom } from '../api/page-document.js';

const TakenOver = createContext(true);

/** Renders the page as the server did, then with what only the device knows. */
export function TakenOverProvider({ children }: { children: ReactNode }) {
  const [isTakenOver, setTakenOver] = useState(() => renderedFrom() === undefined);
  // As a transition, the second rendering is split into short tasks.
  useEffect(() => startTransition(() => setTakenOver(true)), []);
  return <TakenOver value={isTakenOver}>{children}</TakenOver>;
}

/**
 * Returns false on the server and while the page takes over its markup, then true. What only the device knows must not
 * be rendered before.
 */
export const useTakenOver = (): boolean => useContext(TakenOver);

/**
 * Returns a value of this device that may change; the server's until the page has taken over.
 * @param subscribe calls its argument on each change; returns how to stop that
 */
export function useDeviceValue<Value>(
  subscribe: (listener: () => void) => () => void,
  ofDevice: () => Value,
  ofServer: () => Value,
): Value {
  return useSyncExternalStore(subscribe, useTakenOver() ? ofDevice : ofServer, ofServer);
}
