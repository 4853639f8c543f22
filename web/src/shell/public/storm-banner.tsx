import type { StormBanner as Notice } from '@site/proto/content/v1/storm-mode.responses';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSiteContent } from '@/components/content/site-content.js';
import { useNow } from '@/components/time/clock.js';
import { classNames } from '@/ui/class-names.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { useLine } from './connectivity.js';

/** Responses arrive every minute; after this long, the last one no longer counts. */
const responseMaxAgeMs = 90_000;
/** About two lines on a phone. */
const shortText = 80;

/**
 * While the site responds, the server clock ends the banner: responses omit an expired notice, and a phone whose clock
 * is hours fast hides nothing. Offline, or when responses stop, the phone's clock ends it.
 */
export function StormBanner() {
  const { data, dataUpdatedAt } = useSiteContent();
  const now = useNow();
  const isUpToDate = useLine() === 'works' && now - dataUpdatedAt < responseMaxAgeMs;
  const notice = data?.storm_banner;
  if (!notice || (!isUpToDate && now >= Date.parse(notice.ends_at))) return null;
  // A new notice starts collapsed.
  return <ActiveNotice key={notice.id} notice={notice} />;
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
