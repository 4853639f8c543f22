import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

/** Not on phones held sideways, where it would cover too much. Above the "scroll to top" button. */
const stuck =
  '[@media(width<48rem)_and_(height>=28rem)]:sticky [@media(width<48rem)_and_(height>=28rem)]:bottom-0 [@media(width<48rem)_and_(height>=28rem)]:z-31';

/**
 * Stays at the bottom of a phone's window until its own place scrolls into view. Its parent must also contain what it
 * belongs to.
 */
export function StickyBar({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={classNames('bg-canvas py-1', stuck, className)}>{children}</div>;
}
