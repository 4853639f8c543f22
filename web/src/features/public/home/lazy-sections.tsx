/** The home page's lower sections: photos, social posts, blog posts and advertising. */
import { AdvertiseButton } from '@/components/advertise/advertise-button.js';
import { LazySection } from '@/ui/lazy-section.js';
import { PostsSection } from './posts-section.js';
import { SnapshotsSection } from '@/components/content/snapshots-section.js';
import { SocialSection } from './social/social-section.js';

/** In the specification's order, after those in `home-sections.tsx`. */
const sections = [SnapshotsSection, SocialSection, PostsSection, AdvertiseSection];

export function LazySections() {
  return sections.map((Section, index) => (
    <LazySection key={index}>
      <Section />
    </LazySection>
  ));
}

function AdvertiseSection() {
  return (
    <section aria-labelledby="advertise-heading" className="container-page">
      <div className="card flex flex-col items-start gap-6 p-6 md:flex-row md:items-center md:justify-between md:p-10">
        <div className="max-w-2xl">
          <h2 id="advertise-heading" className="text-xl md:text-2xl">
            Help keep this service free
          </h2>
          <p className="mt-2 text-ink-soft">
            We show our sponsors on the home page and the sponsors page, with their logo, website and phone number.
          </p>
        </div>
        <AdvertiseButton />
      </div>
    </section>
  );
}
