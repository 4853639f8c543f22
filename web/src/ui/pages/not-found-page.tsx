import type { ReactNode } from 'react';
import { ButtonLink } from '../button.js';
import { PageTitle } from './page-title.js';
import { Ridges } from '../ridges.js';

/** `children` offers other ways on, above the link to the home page. */
export function NotFoundPage({ children }: { children?: ReactNode }) {
  return (
    <section className="relative flex min-h-dvh flex-col">
      <div className="container-page flex-1 pt-16 pb-56 md:pt-24">
        <p className="figures font-semibold text-ink-soft">404</p>
        <PageTitle title="This page has drifted off the map" className="mt-2 max-w-xl text-2xl md:text-3xl">
          This page has drifted off the map
        </PageTitle>
        <p className="mt-4 max-w-xl text-lg text-ink-soft">
          The address may be mistyped, or the page may have moved. The weather is still where it was.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          {children}
          <ButtonLink to="/" tone="secondary">
            Go to the home page
          </ButtonLink>
        </div>
      </div>
      {/* Down to the footer, below its margin. */}
      <Ridges className="absolute inset-x-0 -bottom-12 h-48 w-full text-sky-soft md:-bottom-24" />
    </section>
  );
}
