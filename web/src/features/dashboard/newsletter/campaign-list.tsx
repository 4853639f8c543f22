import type { Campaign } from '@site/proto/submissions/v1/newsletter.answers';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useId } from 'react';
import {
  CampaignProgress,
  handledOf,
  isUnfinished,
  progressText,
} from '../../../domain/newsletter/campaign-progress.js';
import { Ago } from '../../../dashboard-kit/ago.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { OutsideLink } from '../../../ui/outside-link.js';
import { durationText } from '../../../ui/figures.js';
import { campaignQuery, newsletterList } from './newsletter.js';

/** What was sent and is being sent, newest first. */
export function CampaignList({ campaigns }: { campaigns: Campaign[] }) {
  return (
    <ol aria-label="Campaigns" className="divide-y divide-line">
      {campaigns.map((campaign) => (
        <li key={campaign.id} className="py-4 first:pt-1 last:pb-0">
          {isUnfinished(campaign) ? <Running campaign={campaign} /> : <CampaignItem campaign={campaign} />}
        </li>
      ))}
    </ol>
  );
}

/** Follows a campaign until it is done. */
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
      {isError && <p className="mt-1 text-sm text-danger">The progress is not known at the moment. We keep trying.</p>}
      <p role="status" aria-live="polite" className="sr-only">
        {announcement(now)}
      </p>
    </>
  );
}

/** Changes only at each quarter: nobody wants to hear every mail. */
function announcement(campaign: Campaign): string {
  if (!isUnfinished(campaign)) return `“${campaign.title}” is sent. ${progressText(campaign)}`;
  if (campaign.state === 'queued') return `“${campaign.title}” waits to be sent.`;
  const share = campaign.recipients === 0 ? 0 : handledOf(campaign) / campaign.recipients;
  return `“${campaign.title}” is being sent: ${Math.floor(share * 4) * 25}% done.`;
}

function CampaignItem({ campaign }: { campaign: Campaign }) {
  const titleId = useId();
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
        {campaign.post_id && (
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
      <CampaignProgress campaign={campaign} />
    </>
  );
}

const stateWords: Record<Campaign['state'], [word: string, look: string]> = {
  queued: ['Waiting', 'text-clay-ink'],
  sending: ['Being sent', 'text-sky-strong'],
  sent: ['Sent', 'text-ozark'],
};

function StateWord({ campaign: { state } }: { campaign: Campaign }) {
  const [word, look] = stateWords[state];
  return <span className={`shrink-0 text-sm font-semibold ${look}`}>{word}</span>;
}

function When({ campaign: { created_at, started_at, finished_at } }: { campaign: Campaign }) {
  const at = finished_at ?? started_at ?? created_at;
  const word = finished_at ? 'Finished' : started_at ? 'Started' : 'Ordered';
  const seconds = started_at && finished_at ? (Date.parse(finished_at) - Date.parse(started_at)) / 1_000 : undefined;
  return (
    <span>
      {word} <Ago at={at} />
      {seconds !== undefined && `, took ${durationText(seconds)}`}
    </span>
  );
}
