/** Lists and calls of sponsors in the dashboard. */
import type { EditedSponsor, Sponsor, SponsorLists } from '@site/proto/submissions/v1/sponsors.responses';
import type { SponsorView } from '@site/proto/submissions/v1/sponsors.schema';
import { request } from '@/api/api.js';
import { AdminImage, isInWork, imagePollIntervalMs } from '@/dashboard-kit/admin-image.js';
import { requestListsOf } from '@/dashboard-kit/review/submission-lists.js';
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
