import type { ReactNode } from 'react';

/** Scrolls in a narrow window or with large text, instead of widening the page. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must take the focus (axe: scrollable-region-focusable)
      tabIndex={0}
      className="mt-3 overflow-x-auto"
    >
      <table aria-label={label} className="w-full">
        {children}
      </table>
    </div>
  );
}
