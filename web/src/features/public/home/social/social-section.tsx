import { lazy, useRef } from 'react';
import { CardsWaiting } from '../../../../ui/carousel/carousel.js';
import { Late } from '../../../../ui/late.js';
import { Section } from '../../../../ui/section.js';
import { useNearViewport } from '../../../../ui/near-viewport.js';

const SocialPosts = lazy(() => import('./social-posts.js').then((module) => ({ default: module.SocialPosts })));

/** Social media posts. Code and data load only when the section comes near the viewport. */
export function SocialSection() {
  const section = useRef<HTMLElement>(null);
  const near = useNearViewport(section);
  const waiting = <CardsWaiting label="Loading Facebook posts" className="h-104 sm:h-98 lg:h-108" />;
  return (
    <Section ref={section} title="From our Facebook page" className="container-page">
      <div className="mt-6">
        {near ? (
          <Late waiting={waiting}>
            <SocialPosts waiting={waiting} />
          </Late>
        ) : (
          waiting
        )}
      </div>
    </Section>
  );
}
