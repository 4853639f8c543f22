import { lazy, useRef } from 'react';
import { CardsWaiting } from '../../../../ui/carousel/cards-waiting.js';
import { Late } from '../../../../ui/late.js';
import { useNearViewport } from '../../../../ui/near-viewport.js';

const SocialPosts = lazy(() => import('./social-posts.js').then((module) => ({ default: module.SocialPosts })));

/** The page's posts in the social network. Neither their code nor they are fetched before somebody comes near. */
export function SocialSection() {
  const section = useRef<HTMLElement>(null);
  const near = useNearViewport(section);
  const waiting = <CardsWaiting label="Loading Facebook posts" className="h-104 sm:h-98 lg:h-108" />;
  return (
    <section ref={section} aria-labelledby="social-heading" className="container-page">
      <h2 id="social-heading" className="text-2xl">
        From our Facebook page
      </h2>
      <div className="mt-6">
        {near ? (
          <Late waiting={waiting}>
            <SocialPosts waiting={waiting} />
          </Late>
        ) : (
          waiting
        )}
      </div>
    </section>
  );
}
