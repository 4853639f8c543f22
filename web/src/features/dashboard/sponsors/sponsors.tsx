/** Lists and calls of sponsors in the dashboard. */
import type { EditedSponsor, Sponsor, SponsorLists } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { CircleCheck, Handshake } from 'lucide-react';
import { request } from '@/api/api.js';
import { PLACEHOLDERS } from '@/constants/display-constants.js';
import { AdminImage, isInWork, imagePollIntervalMs } from '@/dashboard-kit/admin-image.js';
import type { ReviewKind } from '@/dashboard-kit/review/review.js';
import { approvalHindrance, requestListsOf } from '@/dashboard-kit/review/submission-lists.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as screenNames from '@/strings/screen-names.js';
import { classNames } from '@/ui/class-names.js';

/** Requests arrive while the page is open. */
const refreshIntervalMs = 60_000;

export const sponsors = requestListsOf<EditedSponsor, SponsorLists>({
  kind: 'sponsor',
  itemsOf: (data, state) => data[`${state}Sponsor`],
  refreshMs: (lists) => {
    const items = lists ? [...lists.approved.items, ...lists.pending.items] : [];
    return items.some(({ picture }) => isInWork(picture)) ? imagePollIntervalMs : refreshIntervalMs;
  },
});

const companyOf = ({ company_name: company }: EditedSponsor) => company;

export const sponsorReview: ReviewKind<EditedSponsor> = {
  ...sponsors,
  nameOf: companyOf,
  labelOf: companyOf,
  hindranceOf: ({ picture }) => approvalHindrance('logo', picture),
  tabs: {
    approved: {
      label: screenNames.sponsors,
      nouns: ['sponsor', 'sponsors'],
      order: 'in the site’s order',
      empty: 'Oops! There are no sponsers at the moment.',
      Icon: Handshake,
      gridClassName: 'grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3 xl:grid-cols-4',
    },
    pending: {
      label: dashboardStrings.pendingRequests,
      nouns: ['request', 'requests'],
      order: 'newest first',
      empty: 'All sponser requests have been processed. There are no pending requests at the moment.',
      Icon: CircleCheck,
      gridClassName: 'grid grid-cols-1 gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3',
    },
  },
  skeletons: {
    label: 'Loading the sponsors',
    count: PLACEHOLDERS.adminSponsors,
    imageClassName: 'h-40',
    lines: ['h-5 w-3/5', 'mt-5 h-11 rounded-full'],
  },
  loadFailed: dashboardStrings.somethingWrong,
  questions: {
    approve: {
      text: (one) => `${one ? companyOf(one) : 'They'} will be shown on the site.`,
      failure: 'Failed to approve sponsor',
    },
    reject: {
      text: (one) =>
        one
          ? `${companyOf(one)} won’t be shown. It can be restored for 30 days.`
          : 'They won’t be shown. They can be restored for 30 days.',
      failure: 'Failed to reject sponsor',
    },
    delete: {
      nouns: ['Sponsor', 'Sponsors'],
      text: (one) =>
        one ? (
          <>
            <p>Are you sure you want to delete this sponsor request?</p>
            <p className="mt-1">{companyOf(one)} disappears from the site, and can be restored for 30 days.</p>
          </>
        ) : (
          'They disappear from the site. They can be restored for 30 days.'
        ),
      busyLabel: 'Deleting...',
      failure: 'Failed to delete sponsor',
    },
  },
  reasonHint: 'We email this to the company.',
  prefersServerText: true,
};

export const address = '/admin/main/sponsor';

export const activateDesign = (view: SponsorView) => request(`${address}/view/${view}`);

export const setTopSponsor = ({ id, is_top }: EditedSponsor) =>
  request(`${address}/top`, { method: 'POST', json: { sponsor_id: id, is_top: !is_top } });

const longName = 40;

/** Shows the logo on white in both themes and in its own proportions, else the company's name. */
export function SponsorLogo({ sponsor }: { sponsor: EditedSponsor }) {
  const { company_name: company, company_logo: src, picture } = sponsor;
  const isPlaceholder = picture !== null && picture.state !== 'ready';
  return (
    <span
      className={classNames('relative flex size-full items-center justify-center p-5', !isPlaceholder && 'bg-white')}
    >
      <AdminImage
        image={picture}
        src={src}
        alt={`Logo of ${company}`}
        cssPixels={320}
        className="h-auto max-h-full w-auto max-w-full"
        fallback={
          <span
            title={company}
            className={classNames(
              'line-clamp-4 w-full px-2 text-center font-bold wrap-anywhere text-[#1a2230]',
              // Only small text fits four lines of a long name.
              company.length > longName && 'text-sm',
            )}
          >
            {company}
          </span>
        }
      />
    </span>
  );
}

export function publicSponsor({ id, company_name, url, phone_number, company_logo, picture }: EditedSponsor): Sponsor {
  return { id, name: company_name, url, phone_number, company_logo, picture };
}
