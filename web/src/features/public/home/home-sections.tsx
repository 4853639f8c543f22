import { lazy, useRef } from 'react';
import { Late } from '../../../ui/late.js';
import { useNearViewport } from '../../../ui/near-viewport.js';
import { Loading } from '../../../ui/skeleton.js';
import { HourlySection } from './hourly-section.js';
import { InformationSection } from './information-section.js';
import { SponsorsStrip } from './sponsors-strip.js';
import { WeatherPanel } from './weather-panel.js';

export { OutlookWords } from './outlook-words.js';

/** In the specification's order. */
const sections = [SponsorsStrip, WeatherPanel, HourlySection, InformationSection, Later];

// Most visitors never scroll this far.
const LaterSections = lazy(() => import('./later-sections.js').then((module) => ({ default: module.LaterSections })));
/** Two screens ahead, so that sections are loaded before visitors with slow connections reach them. */
const aheadPx = 1_600;

/** Sections below the hero, each with its own error boundary. */
export function HomeSections() {
  return (
    <div className="flex flex-col gap-10 pt-6 md:gap-20 md:pt-8">
      {sections.map((Section, index) => (
        <Late key={index}>
          <Section />
        </Late>
      ))}
    </div>
  );
}

function Later() {
  const place = useRef<HTMLDivElement>(null);
  const near = useNearViewport(place, aheadPx);
  return (
    <div ref={place} className="flex flex-col gap-[inherit]">
      {near ? (
        <Late
          waiting={
            <Loading
              label="Loading the rest of the page"
              className="container-page flex flex-col gap-12"
              count={2}
              each="h-96 rounded-lg"
            />
          }
        >
          <LaterSections />
        </Late>
      ) : (
        // Keeps the footer out of view while sections load.
        <div className="min-h-dvh" />
      )}
    </div>
  );
}
