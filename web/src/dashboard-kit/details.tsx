import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

export function Details({ summary = 'Details', children }: { summary?: string; children: ReactNode }) {
  return (
    <details className="group mt-1 text-sm text-ink-soft">
      <summary className="flex min-h-6 w-fit list-none items-center gap-1 rounded-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" size={14} className="transition-transform duration-150 group-open:rotate-90" />
        {summary}
      </summary>
      <div className="mt-1">{children}</div>
    </details>
  );
}
