import type { ReactNode } from 'react';
import { PageTitle } from './page-title.js';

interface PageProblemProps {
  title: string;
  text: ReactNode;
  children: ReactNode;
}

export function PageProblem({ title, text, children }: PageProblemProps) {
  return (
    <div className="container-page max-w-3xl pt-8 md:pt-12">
      <PageTitle title={title} />
      <p className="mt-4 text-lg text-ink-soft">{text}</p>
      <div className="mt-6 flex flex-wrap gap-3">{children}</div>
    </div>
  );
}
