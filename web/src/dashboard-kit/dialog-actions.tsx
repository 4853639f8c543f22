import type { ReactNode } from 'react';

/** The buttons of a form in a dialog. They stay visible at the bottom while the form scrolls. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky -bottom-1 z-10 -mx-6 -mb-1 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-6 pt-4">
      {children}
    </div>
  );
}
