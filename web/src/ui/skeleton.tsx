import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={classNames('skeleton needs-script block', className)} />;
}

interface LoadingProps {
  label: string;
  className?: string;
  /** Number of shapes with the look of `each`; other shapes are children. */
  count?: number;
  each?: string;
  children?: ReactNode;
}

/** Wraps skeletons so that screen readers announce the loading once, and browsers without scripts say what is missing. */
export function Loading({ label, className, count = 0, each, children }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={each} />
      ))}
      {children}
      <noscript>This part of the page needs JavaScript.</noscript>
    </div>
  );
}
