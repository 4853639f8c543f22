import { lazy, Suspense } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { AdvertiseSection } from './advertise-section.js';
import { Hero } from './hero.js';
import { HourlySection } from './hourly-section.js';
import { InformationSection } from './information-section.js';
import { PostsSection } from './posts-section.js';
import { SnapshotsSection } from './snapshots-section.js';
import { SocialSection } from './social-section.js';
import { SponsorsStrip } from './sponsors-strip.js';

const LegalDialog = lazy(() => import('./legal-dialog.js').then((module) => ({ default: module.LegalDialog })));

/** The home page, in the specification's order. */
export function Page() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const legalText = hash === '#privacy' ? 'privacy' : hash === '#terms' ? 'terms' : undefined;
  return (
    <>
      <Hero />
      <div className="flex flex-col gap-12 pt-6 md:gap-20 md:pt-8">
        <SponsorsStrip />
        <HourlySection />
        <InformationSection />
        <SnapshotsSection />
        <SocialSection />
        <PostsSection />
        <AdvertiseSection />
      </div>
      {legalText && (
        <Suspense>
          <LegalDialog text={legalText} onClose={() => void navigate('/', { replace: true })} />
        </Suspense>
      )}
    </>
  );
}
