import { lazy } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Late } from '../../../ui/late.js';
import { Loading } from '../../../ui/skeleton.js';
import { Hero } from './hero.js';

// The hero must not wait for sections below the fold.
const HomeSections = lazy(() => import('./home-sections.js').then((module) => ({ default: module.HomeSections })));
const LegalDialog = lazy(() => import('./legal-dialog.js').then((module) => ({ default: module.LegalDialog })));

/** Home page: danger and current conditions first, then everything else. */
export function Page() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const legalText = hash === '#privacy' ? 'privacy' : hash === '#terms' ? 'terms' : undefined;
  return (
    <>
      <Hero />
      <Late
        waiting={
          <Loading
            label="Loading the rest of the page"
            className="container-page flex min-h-dvh flex-col gap-12 pt-6"
            count={2}
            each="h-64 rounded-lg"
          />
        }
      >
        <HomeSections />
      </Late>
      {legalText && (
        <Late missing={null}>
          <LegalDialog text={legalText} onClose={() => void navigate('/', { replace: true })} />
        </Late>
      )}
    </>
  );
}
