/** Campaigns with their progress, delivery figures and link clicks. */
import type { Campaign } from '@site/proto/submissions/v1/newsletter.responses';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Ago } from '@/dashboard-kit/facts.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { Loaded } from '@/dashboard-kit/list/paged-list.js';
import {
  CampaignProgress,
  campaignStateLabels,
  handledOf,
  holdText,
  isUnfinished,
  progressText,
} from '@/components/newsletter/campaign-progress.js';
import { fullDateTime } from '@/components/time/times.js';
import { durationText, numberText } from '@/ui/number-format.js';
import { OutsideLink } from '@/ui/outside-link.js';
import { Loading } from '@/ui/skeleton.js';
import { CampaignOrders } from './campaign-orders.js';
import { CampaignReports } from './campaign-reports.js';
import { campaignQuery, linksQuery, newsletterList } from './newsletter.js';

export function CampaignList({ campaigns, countsLinks }: { campaigns: Campaign[]; countsLinks: boolean }) {
  return (
    <ol aria-label="Campaigns" className="divide-y divide-line">
      {campaigns.map((campaign) => (
        <li key={campaign.id} className="py-4 first:pt-1 last:pb-0">
          {isUnfinished(campaign) ? <Running campaign={campaign} /> : <CampaignItem campaign={campaign} />}
          {campaign.started_at && <CampaignReports campaign={campaign} />}
          {countsLinks && campaign.state !== 'planned' && <CampaignLinks id={campaign.id} title={campaign.title} />}
        </li>
      ))}
    </ol>
  );
}

function Running({ campaign }: { campaign: Campaign }) {
  const client = useQueryClient();
  const { data: now, isError } = useQuery(campaignQuery(campaign));
  const finished = !isUnfinished(now);
  useEffect(() => {
    if (finished) reloadChanged(client, newsletterList);
  }, [client, finished]);
  return (
    <>
      <CampaignItem campaign={now} />
      <CampaignOrders campaign={now} />
      {isError && <p className="mt-1 text-sm text-danger">We can’t get the progress right now. We’ll keep trying.</p>}
      <p role="status" aria-live="polite" className="sr-only">
        {announcement(now)}
      </p>
    </>
  );
}

/** Returns the text for screen readers, which changes at each quarter rather than with every mail. */
function announcement(campaign: Campaign): string {
  if (campaign.state === 'cancelled') return `“${campaign.title}” is canceled.`;
  if (!isUnfinished(campaign)) return `“${campaign.title}” was sent. ${progressText(campaign)}`;
  if (campaign.state === 'planned') return '';
  if (campaign.state === 'paused') return `“${campaign.title}” is paused.`;
  if (campaign.state === 'held') return `“${campaign.title}” is on hold.`;
  if (campaign.state === 'queued') return `“${campaign.title}” is waiting to be sent.`;
  const share = campaign.recipients === 0 ? 0 : handledOf(campaign) / campaign.recipients;
  return `“${campaign.title}” is being sent: ${Math.floor(share * 4) * 25}% done.`;
}

function CampaignItem({ campaign }: { campaign: Campaign }) {
  const titleId = useId();
  const waitReason = holdText(campaign);
  return (
    <>
      <div className="flex items-baseline justify-between gap-x-4">
        <h3 id={titleId} className="min-w-0 text-base font-semibold wrap-anywhere">
          {campaign.title}
        </h3>
        <StateWord campaign={campaign} />
      </div>
      <p className="mt-0.5 mb-3 flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
        <When campaign={campaign} />
        {campaign.post_id && !isOffSite(campaign) && (
          <OutsideLink
            href={`/blogdetail?${new URLSearchParams({ id: campaign.post_id })}`}
            aria-describedby={titleId}
            className="text-link inline-flex min-h-6 items-center gap-1.5"
          >
            View the post
            <ExternalLink aria-hidden="true" size={14} />
          </OutsideLink>
        )}
      </p>
      {waitReason && <p className="mb-3 text-sm font-semibold">{waitReason}</p>}
      {campaign.state !== 'planned' && <CampaignProgress campaign={campaign} />}
    </>
  );
}

/** The public address leads to a 404. */
const isOffSite = ({ hold_reason: reason }: Campaign) => reason === 'deleted' || reason === 'unpublished';

const stateStyles: Record<Campaign['state'], string> = {
  planned: 'text-sky-strong',
  queued: 'text-clay-ink',
  sending: 'text-sky-strong',
  paused: 'text-clay-ink',
  held: 'text-danger',
  sent: 'text-ozark',
  cancelled: 'text-ink-soft',
};

function StateWord({ campaign: { state } }: { campaign: Campaign }) {
  return <span className={`shrink-0 text-sm font-semibold ${stateStyles[state]}`}>{campaignStateLabels[state]}</span>;
}

function When({ campaign: { state, created_at, started_at, finished_at, scheduled_at } }: { campaign: Campaign }) {
  if ((state === 'planned' || (state === 'held' && !started_at)) && scheduled_at)
    return <time dateTime={scheduled_at}>Scheduled for {fullDateTime(Date.parse(scheduled_at))}</time>;
  const at = finished_at ?? started_at ?? created_at;
  const word = finished_at ? 'Finished' : started_at ? 'Started' : 'Created';
  const seconds = started_at && finished_at ? (Date.parse(finished_at) - Date.parse(started_at)) / 1_000 : undefined;
  return (
    <span>
      {word} <Ago at={at} />
      {seconds !== undefined && `, took ${durationText(seconds)}`}
    </span>
  );
}

function CampaignLinks({ id, title }: { id: string; title: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-3" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold">
        Link clicks<span className="sr-only">: “{title}”</span>
      </summary>
      {isOpen && <Links id={id} title={title} />}
    </details>
  );
}

function Links({ id, title }: { id: string; title: string }) {
  const links = useQuery(linksQuery(id));
  return (
    <Loaded
      query={links}
      failure="We couldn’t load the figures. Try again."
      placeholder={<Loading label="Loading the links" count={1} each="h-20" />}
    >
      {(found) => {
        const maxClicks = Math.max(1, ...found.map(({ clicks }) => clicks));
        if (found.length === 0)
          return <p className="text-sm text-ink-soft">Clicks weren’t counted for this campaign.</p>;
        return (
          <>
            <p className="text-sm text-ink-soft">
              We count clicks, not who clicked. Mail scanners also follow links, so the numbers are rather high.
            </p>
            <table aria-label={`Link clicks in “${title}”`} className="mt-2 w-full text-sm">
              <thead className="sr-only">
                <tr>
                  <th scope="col">Link</th>
                  <th scope="col">Clicks</th>
                </tr>
              </thead>
              <tbody>
                {found.map(({ number, url, clicks }) => (
                  <tr key={number}>
                    <th scope="row" className="py-1.5 text-left font-normal wrap-anywhere">
                      {url}
                      <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-line">
                        <span
                          style={{ width: `${(clicks / maxClicks) * 100}%` }}
                          className="block h-full rounded-full bg-sky"
                        />
                      </span>
                    </th>
                    <td className="figures w-16 py-1.5 pl-3 text-right align-top font-semibold">
                      {numberText(clicks)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        );
      }}
    </Loaded>
  );
}
