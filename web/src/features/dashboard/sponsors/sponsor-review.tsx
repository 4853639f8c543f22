/** How sponsorship requests and sponsors are reviewed. */
import type { EditedSponsor } from '@site/proto/submissions/v1/sponsors.responses';
import { CircleCheck, Handshake } from 'lucide-react';
import { PLACEHOLDERS } from '@/constants/display-constants.js';
import { Facts } from '@/dashboard-kit/facts.js';
import type { ReviewKind } from '@/dashboard-kit/review/review-kind.js';
import { approvalHindrance } from '@/dashboard-kit/review/submission-lists.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import * as screenNames from '@/strings/screen-names.js';
import { mailLink } from '@/ui/mail-link.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { PhoneLink } from '@/ui/phone-link.js';
import { SponsorLogo, sponsors } from './sponsors.js';

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
        one
          ? `Are you sure you want to delete this sponsor request?\n${companyOf(one)} disappears from the site, and can be restored for 30 days.`
          : 'They disappear from the site. They can be restored for 30 days.',
      busyLabel: 'Deleting...',
      failure: 'Failed to delete sponsor',
    },
  },
  reasonHint: 'We email this to the company.',
  prefersServerText: true,
  dialogWidth: 'text',
  titleOf: () => dashboardStrings.sponsor,
  bylineOf: (one) => `from ${companyOf(one)}`,
  Media: ({ items }) => items.slice(0, 1).map((one) => <SponsorLogo key={one.id} sponsor={one} />),
  mediaClassName: 'flex h-40 items-center justify-center',
  Details: SponsorDetails,
};

function SponsorDetails({ item: sponsor }: { item: EditedSponsor }) {
  const hindrance = sponsorReview.hindranceOf(sponsor);
  return (
    <>
      {hindrance && <p className="mt-3 text-sm text-ink-soft">{hindrance}</p>}
      <Facts
        className="mt-5 gap-y-3 sm:grid-cols-2"
        facts={[
          [strings.name, sponsor.name],
          [
            strings.emailAddress,
            <a key="mail" className="text-link" href={mailLink(sponsor.email)}>
              {sponsor.email}
            </a>,
          ],
          [strings.companyName, sponsor.company_name],
          [strings.phoneNumber, <PhoneLink key="phone" number={sponsor.phone_number} />],
          [
            dashboardStrings.url,
            sponsor.url ? (
              <OutsideLink key="url" href={sponsor.url} rel="nofollow">
                {sponsor.url}
              </OutsideLink>
            ) : (
              '–'
            ),
            'sm:col-span-2',
          ],
          [strings.message, sponsor.message, 'sm:col-span-2'],
        ]}
      />
    </>
  );
}
