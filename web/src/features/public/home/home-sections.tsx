import { Late } from '../../../ui/late.js';
import { HourlySection } from './hourly-section.js';
import { InformationSection } from './information-section.js';
import { PostsSection } from './posts-section.js';
import { SnapshotsSection } from './snapshots-section.js';
import { SocialSection } from './social/social-section.js';
import { SponsorsStrip } from './sponsors-strip.js';
import { WeatherPanel } from './weather-panel.js';
import { AdvertiseButton } from '../../../domain/advertise/advertise-button.js';

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

/** For companies: the way to stand among the sponsors. */
function AdvertiseSection() {
  return (
    <section aria-labelledby="advertise-heading" className="container-page">
      <div className="card flex flex-col items-start gap-6 p-6 md:flex-row md:items-center md:justify-between md:p-10">
        <div className="max-w-2xl">
          <h2 id="advertise-heading" className="text-xl md:text-2xl">
            Help to keep this service free
          </h2>
          <p className="mt-2 text-ink-soft">
            The companies that support us are shown on the home page and on the sponsors’ page, with their logo, website
            and phone number.
          </p>
        </div>
        <AdvertiseButton />
      </div>
    </section>
  );
}
