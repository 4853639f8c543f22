import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.js';

/** Summary line of a `<details className="group">`, with an arrow. */
export function Summary({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <summary
      className={classNames(
        'flex list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden',
        className,
      )}
    >
      {children}
      <ChevronDown
        aria-hidden="true"
        size={24}
        className="shrink-0 transition-transform duration-150 group-open:rotate-180"
      />
    </summary>
  );
}
