import { lazy, Suspense, useRef } from 'react';
import { useNearViewport } from '../../components/near-viewport.js';
import { Skeleton } from '../../components/skeleton.js';

const SocialPosts = lazy(() => import('./social-posts.js').then((module) => ({ default: module.SocialPosts })));

/** The page's posts in the social network. Neither their code nor they are fetched before somebody comes near. */
export function SocialSection() {
  const section = useRef<HTMLElement>(null);
  const near = useNearViewport(section);
  const waiting = <SocialPostsWaiting />;
  return (
    <section ref={section} aria-labelledby="social-heading" className="container-page">
      <h2 id="social-heading" className="text-2xl">
        From our Facebook page
      </h2>
      <div className="mt-6">
        {near ? (
          <Suspense fallback={waiting}>
            <SocialPosts waiting={waiting} />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
    </section>
  );
}

function SocialPostsWaiting() {
  return (
    <div role="status" className="grid gap-4 pb-16 sm:grid-cols-2 md:grid-cols-3 md:gap-6">
      <span className="sr-only">Loading Facebook posts</span>
      <Skeleton className="h-104 rounded-lg sm:h-98 lg:h-108" />
      <Skeleton className="h-104 rounded-lg sm:h-98 lg:h-108 max-sm:hidden" />
      <Skeleton className="h-104 rounded-lg sm:h-98 lg:h-108 max-md:hidden" />
    </div>
  );
}
