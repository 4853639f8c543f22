import type { StormBanner as Notice } from '@site/proto/content/v1/storm-mode.responses';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { classNames } from '@/ui/class-names.js';
import { useLine } from '@/ui/connectivity.js';
import { LazySection } from '@/ui/lazy-section.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { useWarnings } from '../alerts/use-warnings.js';
import { useSiteContent } from '../content/site-content.js';
import { useNow } from '../time/clock.js';

/** Responses arrive every minute; after this long, the last one no longer counts. */
const responseMaxAgeMs = 90_000;
/** About two lines on a phone. */
const shortText = 80;
/** Fits in one line of a phone, beside the icon. */
const lineText = 30;

/**
 * Returns the editors' notice while it is active. While the site responds, the server clock ends it: responses omit an
 * expired notice, and a phone whose clock is hours fast hides nothing. Offline, or when responses stop, the phone's clock
 * ends it.
 */
function useNotice(): Notice | undefined {
  const { data, dataUpdatedAt } = useSiteContent();
  const now = useNow();
  const isUpToDate = useLine() === 'works' && now - dataUpdatedAt < responseMaxAgeMs;
  const notice = data?.storm_banner;
  return notice && (isUpToDate || now < Date.parse(notice.ends_at)) ? notice : undefined;
}

/** Returns whether the strip above the page shows a warning of the visitor's place, beside which the notice steps back. */
const useHasLocalWarning = () => (useWarnings()?.local.length ?? 0) > 0;

/** Above every page; as usual if the alerts can't be read. */
export function StormBanner() {
  return (
    <LazySection missing={<BannerDespiteAlerts />}>
      <BannerDuringWarnings />
    </LazySection>
  );
}

function BannerDespiteAlerts() {
  const notice = useNotice();
  return notice ? <ActiveNotice key={notice.id} notice={notice} /> : null;
}

/** During a warning of the visitor's place it is one line, on the home page below the weather. */
function BannerDuringWarnings() {
  const notice = useNotice();
  const hasLocalWarning = useHasLocalWarning();
  const isHome = useLocation().pathname === '/';
  if (!notice || (hasLocalWarning && isHome)) return null;
  // A new notice starts collapsed.
  return hasLocalWarning ? (
    <div className="container-page pt-3">
      <NoticeLine key={notice.id} notice={notice} />
    </div>
  ) : (
    <ActiveNotice key={notice.id} notice={notice} />
  );
}

/** The home page's notice during a warning of the visitor's place. */
export function StormBannerOfHome() {
  const notice = useNotice();
  return useHasLocalWarning() && notice ? <NoticeLine key={notice.id} notice={notice} /> : null;
}

/** Expands on request. */
function NoticeLine({ notice: { text, link_url: address, link_label: label } }: { notice: Notice }) {
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <section aria-label="Storm notice" className="card flex flex-wrap items-center gap-x-3 px-4 py-1">
      <TriangleAlert aria-hidden="true" size={20} className="shrink-0 text-clay-ink" />
      <p className={classNames('min-w-0 flex-1 font-semibold', isExpanded ? 'py-2 wrap-anywhere' : 'truncate')}>
        {text}
      </p>
      {(text.length > lineText || address) && (
        <button
          type="button"
          aria-expanded={isExpanded}
          onClick={() => setIsExpanded(!isExpanded)}
          className="min-h-11 shrink-0 text-link"
        >
          {isExpanded ? 'Show less' : 'Show all'}
        </button>
      )}
      {isExpanded && address && (
        <p className="w-full pb-3">
          <NoticeLink address={address} label={label} />
        </p>
      )}
    </section>
  );
}

function ActiveNotice({ notice: { text, link_url: address, link_label: label } }: { notice: Notice }) {
  const [isExpanded, setIsExpanded] = useState(false);
  return (
    <section aria-label="Storm notice" className="bg-danger text-on-danger">
      <div className="container-page flex items-start gap-3 py-2.5">
        <TriangleAlert aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
        <p className={classNames('min-w-0 flex-1 font-semibold wrap-anywhere', !isExpanded && 'max-sm:line-clamp-2')}>
          {text}
        </p>
        <div className="flex shrink-0 flex-col items-end gap-1">
          {address && <NoticeLink address={address} label={label} />}
          {text.length > shortText && (
            <button
              type="button"
              aria-expanded={isExpanded}
              onClick={() => setIsExpanded(!isExpanded)}
              className="min-h-8 underline underline-offset-3 focus-visible:outline-current sm:hidden"
            >
              {isExpanded ? 'Show less' : 'Show all'}
            </button>
          )}
        </div>
      </div>
    </section>
  );
}

const linkClassName =
  'rounded-full border border-current px-3 py-1 font-semibold hover:underline focus-visible:outline-current';
/** Pages rendered by the gateway, and files. */
const isDocument = (path: string) => /^\/(now|es)(\/|$)|\.\w+$/.test(path);

function NoticeLink({ address, label }: { address: string; label: string }) {
  if (!address.startsWith('/'))
    return (
      <OutsideLink href={address} className={linkClassName}>
        {label}
      </OutsideLink>
    );
  if (isDocument(address))
    return (
      <a href={address} className={linkClassName}>
        {label}
      </a>
    );
  return (
    <Link to={address} className={linkClassName}>
      {label}
    </Link>
  );
}
