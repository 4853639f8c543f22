import { Suspense, type ReactNode } from 'react';
import { Button } from './button.js';
import { ErrorBoundary } from './error-boundary.js';

interface LateProps {
  /** Holds the place until the code has arrived. */
  waiting?: ReactNode;
  /** Shown when it does not arrive, or breaks: the connection was lost, or the site has been released anew since. */
  missing?: ReactNode;
  children: ReactNode;
}

/** A part of a page, perhaps one whose code is fetched when it is needed. Whatever becomes of it, the rest of the page is whole. */
export function Late({ waiting = null, missing = <PartMissing />, children }: LateProps) {
  return (
    <ErrorBoundary fallback={missing}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}

function PartMissing() {
  return (
    <div role="status" className="container-page">
      <div className="card flex flex-wrap items-center justify-between gap-4 p-5">
        <p>This part of the page did not arrive. The rest is as it should be.</p>
        <Button tone="secondary" size="small" onClick={() => window.location.reload()}>
          Load the page again
        </Button>
      </div>
    </div>
  );
}
