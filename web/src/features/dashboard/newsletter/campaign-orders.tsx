import type { Campaign } from '@site/proto/submissions/v1/newsletter.answers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, Pause, Play, XCircle } from 'lucide-react';
import { useId, useState } from 'react';
import { ApiError } from '../../../api/api.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { Button } from '../../../ui/button.js';
import { useToast } from '../../../ui/toast.js';
import { campaignQuery, newsletterList, orderCampaign, type CampaignOrder } from './newsletter.js';
import { RescheduleDialog } from './reschedule-dialog.js';

const looks = {
  pause: { label: 'Pause', Icon: Pause, done: 'is paused. No one else gets it until someone resumes it.' },
  resume: { label: 'Resume', Icon: Play, done: 'has resumed. It goes to the readers who haven’t received it yet.' },
  cancel: { label: 'Cancel campaign', Icon: XCircle, done: 'is canceled. No one else gets it.' },
} as const;

const ordersFor: Partial<Record<Campaign['state'], readonly CampaignOrder[]>> = {
  planned: ['cancel'],
  queued: ['pause'],
  sending: ['pause'],
  paused: ['resume', 'cancel'],
};

/** Buttons that pause, resume, cancel or reschedule a campaign. */
export function CampaignOrders({ campaign }: { campaign: Campaign }) {
  const client = useQueryClient();
  const showToast = useToast();
  const groupId = useId();
  const [isChanging, setIsChanging] = useState(false);
  const give = useMutation({
    networkMode: 'always',
    mutationFn: (order: CampaignOrder) => orderCampaign(campaign.id, order),
    onSuccess: ({ data }, order) => changed(data, looks[order].done),
    // The displayed state may be out of date.
    onError: () => reloadChanged(client, newsletterList),
  });

  function changed(now: Campaign, words: string) {
    client.setQueryData(campaignQuery(campaign).queryKey, now);
    reloadChanged(client, newsletterList);
    showToast(`“${now.title}” ${words}`);
  }

  const orders = ordersFor[campaign.state];
  if (!orders) return null;
  const said = give.error instanceof ApiError ? give.error.serverMessage : undefined;
  return (
    <div role="group" aria-labelledby={groupId} className="mt-3 flex flex-wrap items-center gap-2">
      <span id={groupId} className="sr-only">
        “{campaign.title}”
      </span>
      {campaign.state === 'planned' && (
        <Button tone="secondary" size="small" className="min-h-11" onClick={() => setIsChanging(true)}>
          <CalendarClock aria-hidden="true" size={18} />
          Reschedule
        </Button>
      )}
      {orders.map((order) => {
        const { label, Icon } = looks[order];
        return (
          <Button
            key={order}
            tone="secondary"
            size="small"
            className="min-h-11"
            aria-disabled={give.isPending || undefined}
            onClick={() => !give.isPending && give.mutate(order)}
          >
            <Icon aria-hidden="true" size={18} />
            {label}
          </Button>
        );
      })}
      {give.isError && (
        <p role="alert" className="w-full text-sm text-danger">
          {said ?? 'We couldn’t change the campaign. Try again.'}
        </p>
      )}
      {isChanging && (
        <RescheduleDialog
          campaign={campaign}
          onDone={(now) => {
            setIsChanging(false);
            changed(now, 'is rescheduled.');
          }}
          onClose={() => setIsChanging(false)}
        />
      )}
    </div>
  );
}
