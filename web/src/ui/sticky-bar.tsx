import type { ReactNode } from 'react';

/**
 * Stays at the bottom of a phone's window until its own place scrolls into view. Its parent must be a block that also
 * contains what it belongs to. Not on phones held sideways, where it would cover too much.
 */
export function StickyBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-2 bg-canvas [@media(width<48rem)_and_(height>=28rem)]:sticky [@media(width<48rem)_and_(height>=28rem)]:bottom-0 [@media(width<48rem)_and_(height>=28rem)]:z-10 [@media(width<48rem)_and_(height>=28rem)]:py-2">
      {children}
    </div>
  );
}
