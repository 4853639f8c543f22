import { Link } from 'react-router-dom';
import { Ago } from '../../../dashboard-kit/ago.js';
import { CampaignProgress, campaignStateWords } from '../../../domain/newsletter/campaign-progress.js';
import { numberText, shareText } from '../../../ui/figures.js';
import { ShareBar } from '../../../ui/share-bar.js';
import * as strings from '../../../strings.js';
import type { Overview } from '@site/proto/submissions/v1/overview.answers';

/** Number of newsletter subscribers, and the result of the last campaign. */
export function NewsletterFigures({ newsletter }: Pick<Overview, 'newsletter'>) {
  const { confirmed, pending, last_campaign: campaign } = newsletter;
  const known = confirmed !== null && pending !== null;
  const all = known ? confirmed + pending : 0;
  const rows = [
    { name: 'Confirmed', count: confirmed, look: 'bg-ozark' },
    { name: 'Not confirmed yet', count: pending, look: 'bg-alert-moderate' },
  ];
  return (
    <section aria-labelledby="newsletter-heading" className="card p-5 md:p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="newsletter-heading" className="text-lg">
          {strings.newsletter}
        </h2>
        <Link to="/dashboard/newsletter" className="text-link">
          Open newsletter
        </Link>
      </div>
      <div className="mt-4">
        <ShareBar parts={known ? rows.map((row) => ({ ...row, count: row.count ?? 0 })) : []} />
        <table aria-label="Subscribers" className="mt-2 w-full">
          <tbody>
            {rows.map(({ name, count, look }) => (
              <tr key={name}>
                <th scope="row" className="py-1 text-left font-normal">
                  <span aria-hidden="true" className={`mr-2 inline-block size-2.5 rounded-full ${look}`} />
                  {name}
                </th>
                <td className="figures py-1 text-right font-semibold">{numberText(count)}</td>
                <td className="figures w-16 py-1 text-right text-ink-soft">
                  {known && count !== null ? shareText(count, all) : ''}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-4 border-t border-line pt-4">
        <h3 className="text-sm font-medium tracking-normal text-ink-soft">Last campaign</h3>
        {campaign ? (
          <>
            <p className="flex items-baseline justify-between gap-4">
              <span title={campaign.title} className="line-clamp-2 min-w-0 font-semibold wrap-anywhere">
                {campaign.title}
              </span>
              <When campaign={campaign} />
            </p>
            <div className="mt-3">
              <CampaignProgress campaign={campaign} />
            </div>
          </>
        ) : (
          <p className="mt-1 text-ink-soft">No campaigns have been sent yet.</p>
        )}
      </div>
    </section>
  );
}

function When({ campaign }: { campaign: NonNullable<Overview['newsletter']['last_campaign']> }) {
  if (campaign.state !== 'sent')
    return <span className="shrink-0 text-sm font-semibold text-sky-strong">{campaignStateWords[campaign.state]}</span>;
  return (
    <Ago
      at={campaign.finished_at ?? campaign.created_at}
      className="figures shrink-0 text-sm text-ink-soft first-letter:uppercase"
    />
  );
}
