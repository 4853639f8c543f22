import { Late } from '../../../ui/late.js';
import { AdvertiseSection } from './advertise-section.js';
import { HourlySection } from './hourly-section.js';
import { InformationSection } from './information-section.js';
import { PostsSection } from './posts-section.js';
import { SnapshotsSection } from './snapshots-section.js';
import { SocialSection } from './social/social-section.js';
import { SponsorsStrip } from './sponsors-strip.js';
import { WeatherPanel } from './weather-panel.js';

/** In the specification's order. */
const sections = [
  SponsorsStrip,
  WeatherPanel,
  HourlySection,
  InformationSection,
  SnapshotsSection,
  SocialSection,
  PostsSection,
  AdvertiseSection,
];

/** Everything below the hero. One that breaks leaves the others alone. */
export function HomeSections() {
  return (
    <div className="flex flex-col gap-12 pt-6 md:gap-20 md:pt-8">
      {sections.map((Section, index) => (
        <Late key={index}>
          <Section />
        </Late>
      ))}
    </div>
  );
}
