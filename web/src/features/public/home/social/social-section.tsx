import { useRef } from 'react';
import { CardsWaiting } from '@/ui/carousel/carousel.js';
import { Section } from '@/ui/page-section.js';
import { useNearViewport } from '@/ui/near-viewport.js';
import { SocialPosts } from './social-posts.js';

/** Social media posts. Without embedded ones, they load only when the section comes near the viewport. */
export function SocialSection() {
  const section = useRef<HTMLElement>(null);
  const near = useNearViewport(section);
  const waiting = <CardsWaiting label="Loading Facebook posts" className="h-104 sm:h-98 lg:h-108" />;
  return (
    <Section ref={section} title="From our Facebook page" className="container-page">
      <div className="mt-4 md:mt-6">
        <SocialPosts near={near} waiting={waiting} />
      </div>
    </Section>
  );
}
