import { LazySection } from '@/ui/lazy-section.js';
import { HourlySection } from './hourly-section.js';
import { InformationSection } from './information-section.js';
import { LazySections } from './lazy-sections.js';
import { SponsorsStrip } from './sponsors-strip.js';
import { WeatherPanel } from './weather-panel.js';

/** In the specification's order. */
const sections = [SponsorsStrip, WeatherPanel, HourlySection, InformationSection, LazySections];

/** Sections below the hero, each with its own error boundary. */
export function HomeSections() {
  return (
    <div className="flex flex-col gap-10 pt-6 md:gap-20 md:pt-8">
      {sections.map((Section, index) => (
        <LazySection key={index}>
          <Section />
        </LazySection>
      ))}
    </div>
  );
}
