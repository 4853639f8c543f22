import type { Sponsor } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { ExternalLink, Handshake } from 'lucide-react';
import type { ReactNode } from 'react';
import { AdvertiseButton } from '@/components/advertise/advertise-button.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { PhoneLink } from '@/ui/phone-link.js';
import { classNames } from '@/ui/class-names.js';
import { Listed } from '@/ui/pages/async-list.js';
import { PageHead } from '@/ui/pages/page-head.js';
import { SponsorPlate } from '@/components/content/sponsor-plate.js';
import { useSitePart } from '@/components/content/site-content.js';
import { Loading } from '@/ui/skeleton.js';
import { PLACEHOLDERS } from '@/constants/display-constants.js';
import * as strings from '@/strings/public-strings.js';

export function Page() {
  const { data, state, ...query } = useSitePart('submissions');
  const view = data?.sponsor_view ?? '1';
  return (
    <>
      <PageHead title="Our sponsors" lead="Local companies that keep this service free for everyone.">
        <AdvertiseButton />
      </PageHead>
      <div className="container-page">
        <Listed
          items={state === 'loading' || state === 'missing' ? undefined : data?.sponsors}
          hasFailed={state === 'missing'}
          failure="We can’t show the sponsors right now."
          query={query}
          waiting={
            <Loading
              label="Loading sponsors"
              className="flex flex-col gap-4"
              count={PLACEHOLDERS.sponsors}
              each="h-32 rounded-lg"
            />
          }
          empty={<EmptyState Icon={Handshake}>No sponsors right now.</EmptyState>}
        >
          {(sponsors) => (
            <ul
              data-view={view}
              className={classNames('grid gap-4', view !== '1' && 'sm:grid-cols-2 md:gap-6 lg:grid-cols-3')}
            >
              {sponsors.map((sponsor) => (
                <li key={sponsor.id} className="min-w-0">
                  <SponsorCard sponsor={sponsor} view={view} />
                </li>
              ))}
            </ul>
          )}
        </Listed>
      </div>
    </>
  );
}

/** Class names around the logo: none in rows, the header on cards. */
const heads: Record<SponsorView, string> = {
  '1': '',
  '2': 'flex justify-center pt-6',
  '3': 'flex justify-center bg-white py-5',
  '4': 'block',
};

function SponsorCard({ sponsor, view }: { sponsor: Sponsor; view: SponsorView }) {
  const isRow = view === '1';
  return (
    <article
      className={classNames(
        'card h-full',
        isRow
          ? 'grid grid-cols-1 items-center gap-x-6 gap-y-4 p-5 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_minmax(0,2.2fr)_minmax(0,2fr)]'
          : 'flex flex-col overflow-hidden',
      )}
    >
      <div className={heads[view]}>
        <SponsorPlate sponsor={sponsor} view={view} isHead={!isRow} />
      </div>
      <div className={isRow ? 'contents' : 'flex flex-wrap gap-x-6 gap-y-3 p-5'}>
        <Entry term={strings.companyName} className={isRow ? '' : 'basis-full'}>
          <h2 className="text-lg wrap-anywhere">{sponsor.name}</h2>
        </Entry>
        {sponsor.url && (
          <Entry term="Website">
            <OutsideLink
              className="text-link inline-flex max-w-full items-center gap-1.5"
              href={sponsor.url}
              title={sponsor.url}
              rel="nofollow ugc sponsored"
            >
              <span className="line-clamp-2 min-w-0 break-all">
                {sponsor.url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
              </span>
              <ExternalLink aria-hidden="true" size={14} className="shrink-0" />
            </OutsideLink>
          </Entry>
        )}
        {sponsor.phone_number && (
          <Entry term={strings.phoneNumber}>
            <PhoneLink number={sponsor.phone_number} hasIcon />
          </Entry>
        )}
      </div>
    </article>
  );
}

function Entry({ term, className, children }: { term: string; className?: string; children: ReactNode }) {
  return (
    <div className={classNames('min-w-0', className)}>
      <p className="text-sm text-ink-soft">{term}</p>
      {children}
    </div>
  );
}
