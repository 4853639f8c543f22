import { lazy } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Late } from '../../../ui/late.js';
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
      <Late waiting={<div className="min-h-dvh" />}>
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
