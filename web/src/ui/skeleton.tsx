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
  /** Shown instead without scripts, where nothing loads. */
  withoutScripts?: ReactNode;
  children?: ReactNode;
}

/** Wraps skeletons so that screen readers announce the loading once, and browsers without scripts say what is missing. */
export function Loading({ label, className, count = 0, each, withoutScripts, children }: LoadingProps) {
  return (
    <div role="status" className={className}>
      <span className="needs-script sr-only">{label}</span>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className={each} />
      ))}
      {children}
      <noscript>
        {withoutScripts ?? (
          <p>
            This section isn’t available yet. <ReloadLink /> or turn on JavaScript.
          </p>
        )}
      </noscript>
    </div>
  );
}

/** For browsers without scripts; others retry by themselves or by a button. */
export function ReloadLink() {
  return (
    // eslint-disable-next-line jsx-a11y/anchor-is-valid -- the empty address is this document's
    <a className="text-link" href="">
      Reload the page
    </a>
  );
}
