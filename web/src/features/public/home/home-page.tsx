import { lazy } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { LazySection } from '@/ui/lazy-section.js';
import { Hero } from './hero.js';
import { HomeSections } from './home-sections.js';

const LegalDialog = lazy(() => import('./legal-dialog.js').then((module) => ({ default: module.LegalDialog })));

/** Home page: danger and current conditions first, then everything else. */
export function Page() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const legalText = hash === '#privacy' ? 'privacy' : hash === '#terms' ? 'terms' : undefined;
  return (
    <>
      <Hero />
      <LazySection>
        <HomeSections />
      </LazySection>
      {legalText && (
        <LazySection missing={null}>
          <LegalDialog text={legalText} onClose={() => void navigate('/', { replace: true })} />
        </LazySection>
      )}
    </>
  );
}
