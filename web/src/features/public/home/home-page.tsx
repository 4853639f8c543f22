import { lazy } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Late } from '../../../ui/late.js';
import { Loading } from '../../../ui/skeleton.js';
import { Hero } from './hero.js';

// The hero is the first answer and must not wait for what stands below the window.
const HomeSections = lazy(() => import('./home-sections.js').then((module) => ({ default: module.HomeSections })));
const LegalDialog = lazy(() => import('./legal-dialog.js').then((module) => ({ default: module.LegalDialog })));

/** The home page: first whether there is danger and what it is like now, then all the rest. */
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
