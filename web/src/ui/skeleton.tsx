import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

/** A grey shape where something is about to be, in its final size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block', className)} />;
}

/** Wraps skeletons so that people who do not see them hear, once, that something loads. */
export function Loading({ label, children, className }: { label: string; children: ReactNode; className?: string }) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
