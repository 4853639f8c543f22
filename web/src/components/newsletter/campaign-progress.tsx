import type { Campaign } from '@site/proto/submissions/v1/newsletter.responses';
import { amount, numberText } from '@/ui/number-format.js';
import { ShareBar } from '@/ui/share-bar.js';

/** Recipients with a final outcome. */
export const handledOf = ({ sent, failed, skipped }: Campaign) => sent + failed + skipped;

/** Whether a campaign may still send mail. */
export const isUnfinished = ({ state }: Pick<Campaign, 'state'>) => state !== 'sent' && state !== 'cancelled';

export const campaignStateLabels: Record<Campaign['state'], string> = {
  planned: 'Scheduled',
  queued: 'Waiting',
  sending: 'Sending',
  paused: 'Paused',
  held: 'On hold',
  sent: 'Sent',
  cancelled: 'Canceled',
};

export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { recipients, sent, failed, skipped, title } = campaign;
  const left = Math.max(0, recipients - handledOf(campaign));
  return (
    <div>
      <div
        role="progressbar"
        aria-label={`Sending “${title}”`}
        aria-valuemin={0}
        aria-valuemax={Math.max(1, recipients)}
        aria-valuenow={recipients === 0 ? 1 : Math.min(recipients, handledOf(campaign))}
        aria-valuetext={progressText(campaign)}
      >
        <ShareBar
          parts={[
            { name: 'sent', count: sent, className: 'bg-ozark' },
            { name: 'failed', count: failed, className: 'bg-danger' },
            { name: 'skipped', count: skipped, className: 'bg-edge' },
            { name: 'left', count: left, className: 'bg-line' },
          ]}
        />
      </div>
      <p className="figures mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-ink-soft">
        <Figure className="bg-ozark" count={sent} word="delivered" />
        {failed > 0 && <Figure className="bg-danger" count={failed} word="failed" />}
        {skipped > 0 && <Figure className="bg-edge" count={skipped} word="skipped" />}
        {left > 0 && <Figure className="bg-line" count={left} word="to go" />}
      </p>
    </div>
  );
}

function Figure({ className, count, word }: { className: string; count: number; word: string }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2.5 rounded-full ${className}`} />
      {numberText(count)} {word}
    </span>
  );
}

/** Returns why the campaign waits for its post or an admin, or undefined. */
export function holdText({ state, hold_reason: reason }: Pick<Campaign, 'state' | 'hold_reason'>): string | undefined {
  if (!reason) return undefined;
  if (reason !== 'late') return `On hold: the post was ${reason}. It’s released when the post is back on the site.`;
  return state === 'paused'
    ? 'Paused: its time passed while the post was off the site. Resume it to send it now.'
    : undefined;
}

/** Returns "Sent to 1,204 of 3,000 subscribers." or similar. */
export function progressText(campaign: Campaign): string {
  const { recipients, sent, state } = campaign;
  if (state === 'planned') return 'Scheduled: nothing sent yet.';
  if (state === 'held' && recipients === 0) return 'On hold: nothing sent yet.';
  if (state === 'queued') return `Waiting to be sent to ${amount(recipients, 'subscriber', 'subscribers')}.`;
  if (!isUnfinished(campaign) && sent === recipients) return `Sent to ${amount(sent, 'subscriber', 'subscribers')}.`;
  return `Sent to ${numberText(sent)} of ${amount(recipients, 'subscriber', 'subscribers')}.`;
}
