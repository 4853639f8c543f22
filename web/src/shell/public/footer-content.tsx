/** The footer's columns: about, links, newsletter sign-up, sources and legal notes. */
import { dataCredits } from '@site/regions/chosen/facts';
import { spanishPathOf } from '@site/domain/public-pages';
import { officialPage, roadConditionsPage, stateName } from '@site/regions/state';
import { lazy, useRef, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import * as strings from '@/strings/public-strings.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { LazySection } from '@/ui/lazy-section.js';
import { useNearViewport } from '@/ui/near-viewport.js';
import { Skeleton } from '@/ui/skeleton.js';
import { useSiteContent } from '@/components/content/site-content.js';
import { SiteLogo } from './site-logo.js';

type LinkRow = [text: string, to: string];

const services: LinkRow[] = [
  ['7-days Forecast', '/forecast'],
  ['Live storm Coverage', '/livecam'],
  ['Weather Summary', '/weather'],
  [strings.getAlerts, '/alert'],
];
const importantLinks: LinkRow[] = [
  // As the specification spells it.
  ['Sponsers', '/sponsors'],
  ['National Weather Service', officialPage],
  [`${stateName} driving conditions`, roadConditionsPage],
  ['Earthquake Hazards Program', 'https://www.usgs.gov/programs/earthquake-hazards'],
  [strings.weatherBlogs, '/blogs'],
];

// Far below the fold on most pages, so it loads only on scrolling.
const NewsletterForm = lazy(() =>
  import('@/components/newsletter/newsletter-form.js').then((module) => ({ default: module.NewsletterForm })),
);

export function FooterContent() {
  const { pathname } = useLocation();
  const { data } = useSiteContent();
  const sponsor = data?.site.sponsor_of_site;
  return (
    <>
      <div className="container-page grid grid-cols-[repeat(auto-fit,minmax(max(7.5rem,34%),1fr))] gap-x-6 gap-y-8 py-9 sm:grid-cols-2 md:gap-y-10 md:py-12 lg:grid-cols-[1.2fr_0.9fr_1fr_1.6fr]">
        <Column title="About Us" wide>
          <SiteLogo />
          <p className="mt-3 text-ink-soft">
            Conditions, forecasts and warnings for {stateName}, with photos from people across the state.
          </p>
          {sponsor && <p className="mt-3 text-ink-soft">Sponsored by {sponsor}.</p>}
        </Column>
        <Column title="Services">
          <Links of={services} />
        </Column>
        <Column title="Important Link">
          <Links of={importantLinks} />
        </Column>
        <Column title={strings.newsletter} wide>
          <p className="mb-4 text-ink-soft">
            Stories and forecasts by email. We'll first send you a link to confirm your address, and every email has an
            unsubscribe link.
          </p>
          <SignUp />
        </Column>
      </div>
      <div className="border-t border-line">
        <div className="container-page flex flex-col gap-4 pt-6 pb-20 text-sm sm:pb-6 text-ink-soft">
          <p className="max-w-4xl">
            Forecasts, observations, watches and warnings come from the{' '}
            <a className="text-link" href="https://www.weather.gov/" target="_blank" rel="noopener noreferrer">
              National Weather Service
            </a>{' '}
            and are shown with their age.{' '}
            <strong className="font-semibold text-ink">
              This is not an official warning service. Keep a second way to receive warnings, such as a weather radio,
              and follow the instructions of local officials.
            </strong>
          </p>
          {dataCredits.map(({ what, name, url, licence, licenceUrl }) => (
            <p key={what}>
              {what}: <OutsideLink href={url}>{name}</OutsideLink>,{' '}
              <OutsideLink href={licenceUrl}>{licence}</OutsideLink>.
            </p>
          ))}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            <p className="mr-auto basis-full sm:basis-auto">© {strings.siteName}</p>
            {/* Not a page of this application. */}
            <a className={smallLink} href="/now">
              Text-only page for your county
            </a>
            <a className={smallLink} href={spanishPathOf(pathname) ?? '/es'} hrefLang="es" lang="es">
              Español
            </a>
            <Link className={smallLink} to="/map">
              Map and radar
            </Link>
            <Link className={smallLink} to="/contact">
              {strings.contactUs}
            </Link>
            <Link className={smallLink} to="/#privacy">
              {strings.privacyPolicy}
            </Link>
            <Link className={smallLink} to="/#terms">
              {strings.termsOfUse}
            </Link>
          </div>
        </div>
      </div>
    </>
  );
}

function SignUp() {
  const place = useRef<HTMLDivElement>(null);
  const near = useNearViewport(place);
  const waiting = <Skeleton className="h-20 rounded-md" />;
  return (
    // Same height as the form without a message.
    <div ref={place} className="min-h-20">
      {near ? (
        <LazySection
          waiting={waiting}
          missing={<p className="text-ink-soft">The form didn't load. Try reloading the page.</p>}
        >
          <NewsletterForm />
        </LazySection>
      ) : (
        waiting
      )}
      <noscript>
        <NewsletterForm />
      </noscript>
    </div>
  );
}

const smallLink = 'py-1 hover:text-ink hover:underline';

function Column({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={wide ? 'col-span-full sm:col-auto' : ''}>
      <h2 className="text-base font-bold">{title}</h2>
      <div className="mt-4">{children}</div>
    </section>
  );
}

const linkClassName = 'inline-block py-1 text-ink-soft hover:text-ink hover:underline';

function Links({ of }: { of: LinkRow[] }) {
  return (
    <ul className="flex flex-col items-start gap-1">
      {of.map(([text, to]) => (
        <li key={to}>
          {to.startsWith('/') ? (
            <Link to={to} className={linkClassName}>
              {text}
            </Link>
          ) : (
            <OutsideLink href={to} className={linkClassName}>
              {text}
            </OutsideLink>
          )}
        </li>
      ))}
    </ul>
  );
}
