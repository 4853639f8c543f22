/** Boundary around a section that may load late or fail, with its placeholder and its error. */
import { Suspense, type ReactNode } from 'react';
import { Button } from './button.js';
import { ErrorBoundary } from './error-boundary.js';

interface LazySectionProps {
  waiting?: ReactNode;
  /** Shown when the connection was lost or a new release is out. */
  missing?: ReactNode;
  children: ReactNode;
}

/** Its failure leaves the rest of the page intact. */
export function LazySection({ waiting = null, missing = <PartMissing />, children }: LazySectionProps) {
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
        <p>This section didn't load. The rest of the page is fine.</p>
        <Button tone="secondary" size="small" onClick={() => window.location.reload()}>
          Reload page
        </Button>
      </div>
    </div>
  );
}
