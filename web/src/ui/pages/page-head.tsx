import type { ReactNode } from 'react';
import { PageTitle } from './page-title.js';
import { Ridges } from '../ridges.js';

interface PageHeadProps {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
}

export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <div className="relative isolate overflow-hidden bg-linear-to-b from-surface to-sky-soft">
      <Ridges className="absolute inset-x-0 -bottom-px -z-10 h-20 w-full text-canvas md:h-28" />
      <div className="container-page flex flex-wrap items-end justify-between gap-x-10 gap-y-5 pt-10 pb-20 md:pt-14 md:pb-28">
        <div className="max-w-2xl">
          <PageTitle title={title} />
          {lead && <p className="mt-3 text-lg text-ink-soft">{lead}</p>}
        </div>
        {children && <div className="flex flex-wrap gap-3">{children}</div>}
      </div>
    </div>
  );
}
