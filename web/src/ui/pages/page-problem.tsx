import type { ReactNode } from 'react';
import { PageTitle } from './page-title.js';

interface PageProblemProps {
  title: string;
  /** What is known of it, and what to do. */
  text: ReactNode;
  /** The ways on from here, as buttons. */
  children: ReactNode;
}

/** Stands where a page would: what it was about is not there, or could not be loaded. */
export function PageProblem({ title, text, children }: PageProblemProps) {
  return (
    <div className="container-page max-w-3xl pt-8 md:pt-12">
      <PageTitle title={title} />
      <p className="mt-4 text-lg text-ink-soft">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
