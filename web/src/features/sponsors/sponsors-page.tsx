import { ExternalLink, Phone } from 'lucide-react';
import { AdvertiseButton } from '../../components/advertise/advertise-button.js';
import { PageTitle } from '../../components/page-title.js';
import { SponsorPlate } from '../../components/sponsor-plate.js';
import { useSiteContent, type Sponsor, type SponsorView } from '../../components/site-content.js';
import { Loading, Skeleton } from '../../components/skeleton.js';
import { PLACEHOLDERS } from '../../constants.js';
import { strings } from '../../strings.js';

/** Who supports the site, in the style that the administrator chose: rows, or cards with round, framed or filled logos. */
export function Page() {
  const { data, isPending } = useSiteContent();
  const sponsors = data?.sponsors ?? [];
  const view = data?.sponsor_view ?? '1';
  return (
    <div className="container-page pt-8 md:pt-12">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="max-w-2xl">
          <PageTitle title="Our sponsors" />
          <p className="mt-3 text-lg text-ink-soft">
            Companies of the region that keep this service free for everyone.
          </p>
        </div>
        <AdvertiseButton />
      </div>
      {isPending && (
        <Loading label="Loading sponsors" className="mt-8 flex flex-col gap-4">
          {Array.from({ length: PLACEHOLDERS.sponsors }, (_, key) => (
            <Skeleton key={key} className="h-32 rounded-lg" />
          ))}
        </Loading>
      )}
      {!isPending && sponsors.length === 0 && (
        <p className="mt-8 text-lg text-ink-soft">There are no sponsors at the moment.</p>
      )}
      {sponsors.length > 0 && (
        <ul
          data-view={view}
          className={view === '1' ? 'mt-8 flex flex-col gap-4' : 'mt-8 grid gap-4 sm:grid-cols-2 lg:grid-cols-3'}
        >
          {sponsors.map((sponsor) => (
            <li key={sponsor.id}>
              <SponsorCard sponsor={sponsor} view={view} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function SponsorCard({ sponsor, view }: { sponsor: Sponsor; view: SponsorView }) {
  const isRow = view === '1';
  return (
    <article
      className={
        isRow
          ? 'card grid items-center gap-6 p-6 md:grid-cols-[14rem_1fr_1fr_1fr]'
          : 'card flex h-full flex-col items-center gap-5 p-6 text-center'
      }
    >
      <SponsorPlate sponsor={sponsor} view={view} />
      <Entry term={strings.companyName}>
        <h2 className="text-lg">{sponsor.name}</h2>
      </Entry>
      {sponsor.url && (
        <Entry term={strings.website}>
          <a
            className="text-link inline-flex items-center gap-1.5 break-all"
            href={sponsor.url}
            target="_blank"
            rel="noopener noreferrer nofollow ugc sponsored"
          >
            {sponsor.url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')}
            <ExternalLink aria-hidden="true" size={14} />
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </Entry>
      )}
      {sponsor.phone_number && (
        <Entry term={strings.phoneNumber}>
          <a className="text-link figures inline-flex items-center gap-1.5" href={`tel:${sponsor.phone_number}`}>
            <Phone aria-hidden="true" size={14} />
            {sponsor.phone_number}
          </a>
        </Entry>
      )}
    </article>
  );
}

function Entry({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <p className="text-sm text-ink-soft">{term}</p>
      {children}
    </div>
  );
}
