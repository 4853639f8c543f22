import type { ReactNode } from 'react';
import { PageTitle } from '../ui/pages/page-title.js';

interface AdminPageProps {
  title: string;
  /** A line below the title. */
  note?: ReactNode;
  /** The primary action of the screen. */
  action?: ReactNode;
  children: ReactNode;
}

/** Layout of a dashboard screen: title, action at the right, content. */
export function AdminPage({ title, note, action, children }: AdminPageProps) {
  return (
    <>
      <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <PageTitle title={title} className="text-2xl" />
          {note && <div className="mt-1 wrap-anywhere text-ink-soft">{note}</div>}
        </div>
        {action}
      </div>
      {children}
    </>
  );
}
