/** A county page's links: other pages, forecast offices and official help. */
import type { County } from '@site/regions/counties';
import { officeOf } from '@site/regions/offices';
import { officialLinks } from '@site/regions/chosen/details';
import { roadConditionsPage } from '@site/regions/state';
import { Clock3, FileText } from 'lucide-react';
import { Link } from 'react-router-dom';
import { addressOf } from '@/components/places/place-in-url.js';
import { ButtonLink } from '@/ui/button.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { Section } from '@/ui/page-section.js';
import { CountyPicker } from './county-picker.js';

/** The page's sections by id. */
const parts = {
  now: 'Now',
  hours: 'Hours',
  week: 'Week',
  outlook: 'Outlook',
  reports: 'Reports',
  rivers: 'Rivers',
  photos: 'Photos',
  help: 'Help',
};

export function JumpList() {
  return (
    <nav aria-label="On this page" className="overflow-x-auto print:hidden">
      <ul className="flex gap-x-5">
        {Object.entries(parts).map(([id, label]) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-flex min-h-11 items-center text-link">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function WaysOn({ county }: { county: County }) {
  const { slug, lat, lon, name } = county;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <ButtonLink to={addressOf('/hourly', { lat, lon, name })} tone="secondary" size="small">
        <Clock3 aria-hidden="true" size={16} />
        48 hours
      </ButtonLink>
      {/* Served by the gateway, not a route of this application. */}
      <a href={`/now/${slug}`} className="inline-flex min-h-9 items-center gap-2 px-2 text-sm font-semibold text-link">
        <FileText aria-hidden="true" size={16} />
        Text only, for slow connections
      </a>
      <CountyPicker currentCounty={county} />
    </div>
  );
}

export function OfficeLinks({ fips }: { fips: string }) {
  const { id, town } = officeOf(fips);
  const links = [
    ['Hazardous weather outlook', 'hazards'],
    ['Forecast discussion', 'discussion'],
  ] as const;
  return (
    <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
      <span className="inline-flex min-h-9 items-center">The weather service in {town}:</span>
      {links.map(([label, part]) => (
        <Link key={part} to={`/discussion/${id}#${part}`} className="inline-flex min-h-9 items-center text-link">
          {label}
        </Link>
      ))}
    </p>
  );
}

const official: readonly (readonly [name: string, href: string, what: string])[] = [
  [
    'Open shelters',
    'https://www.redcross.org/get-help/disaster-relief-and-recovery-services/find-an-open-shelter.html',
    'American Red Cross',
  ],
  ['Road conditions', roadConditionsPage, officialLinks.roadConditionsBy],
  ['Power outages', officialLinks.outages.url, officialLinks.outages.by],
  ['Emergency management', officialLinks.emergencies.url, officialLinks.emergencies.by],
];

export function OfficialHelp() {
  return (
    <Section id="help" title="Shelters, roads and outages">
      <p className="mt-3 max-w-2xl text-ink-soft">
        Official pages on other sites. In danger, call 911 instead of waiting for a page to load.
      </p>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {official.map(([name, href, what]) => (
          <li key={name} className="card p-5">
            <OutsideLink href={href} className="text-lg font-semibold text-link">
              {name}
            </OutsideLink>
            <p className="mt-1 text-ink-soft">{what}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
