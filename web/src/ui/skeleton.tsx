import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

/** A grey shape where something is about to be, in its final size. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton block', className)} />;
}

interface LoadingProps {
  label: string;
  className?: string;
  /** So many shapes, each with this look; other shapes are children. */
  count?: number;
  each?: string;
  children?: ReactNode;
}

/** Wraps skeletons so that people who do not see them hear, once, that something loads. */
export function Loading({ label, className, count = 0, each, children }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={each} />
      ))}
      {children}
    </div>
  );
}
