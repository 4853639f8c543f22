/** Buttons that reschedule, pause, resume or cancel a campaign. */
import type { Campaign } from '@site/proto/submissions/v1/newsletter.responses';
import { stateName } from '@site/regions/state';
import { stateLocalTime } from '@site/regions/state-time';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, Pause, Play, XCircle } from 'lucide-react';
import { useId, useState } from 'react';
import * as strings from '@/strings/public-strings.js';
import { serverMessageOf } from '@/api/admin.js';
import { Failure } from '@/dashboard-kit/action-dialog.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { describePlannedTime } from '@/components/time/scheduled-time.js';
import { Button } from '@/ui/button.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { TextField } from '@/ui/forms/form-fields.js';
import { useToast } from '@/ui/toast.js';
import { type CampaignOrder, campaignQuery, newsletterList, orderCampaign, rescheduleCampaign } from './newsletter.js';

const orderDetails = {
  pause: { label: 'Pause', Icon: Pause, done: 'is paused. No one else gets it until someone resumes it.' },
  resume: { label: 'Resume', Icon: Play, done: 'has resumed. It goes to the readers who haven’t received it yet.' },
  cancel: { label: 'Cancel campaign', Icon: XCircle, done: 'is canceled. No one else gets it.' },
} as const;

const ordersFor: Partial<Record<Campaign['state'], readonly CampaignOrder[]>> = {
  planned: ['cancel'],
  queued: ['pause'],
  sending: ['pause'],
  paused: ['resume', 'cancel'],
  held: ['cancel'],
};

export function CampaignOrders({ campaign }: { campaign: Campaign }) {
  const client = useQueryClient();
  const showToast = useToast();
  const groupId = useId();
  const [isChanging, setIsChanging] = useState(false);
  const give = useMutation({
    mutationFn: (order: CampaignOrder) => orderCampaign(campaign.id, order),
    onSuccess: ({ data }, order) => changed(data, orderDetails[order].done),
    // The displayed state may be out of date.
    onError: () => reloadChanged(client, newsletterList),
  });

  function changed(now: Campaign, message: string) {
    client.setQueryData(campaignQuery(campaign).queryKey, now);
    reloadChanged(client, newsletterList);
    showToast(`“${now.title}” ${message}`);
  }

  const orders = ordersFor[campaign.state];
  if (!orders) return null;
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
        const { label, Icon } = orderDetails[order];
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
          {serverMessageOf(give.error) ?? 'We couldn’t change the campaign. Try again.'}
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

interface RescheduleDialogProps {
  campaign: Campaign;
  onDone: (campaign: Campaign) => void;
  onClose: () => void;
}

function RescheduleDialog({ campaign, onDone, onClose }: RescheduleDialogProps) {
  const [time, setTime] = useState(() =>
    campaign.scheduled_at === null ? '' : stateLocalTime(new Date(campaign.scheduled_at)),
  );
  const [isSubmitted, setIsSubmitted] = useState(false);
  const change = useMutation({
    mutationFn: () => rescheduleCampaign(campaign.id, time),
    onSuccess: ({ data }) => onDone(data),
  });

  function save() {
    setIsSubmitted(true);
    if ('note' in describePlannedTime(time, Date.now()) && !change.isPending) change.mutate();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!change.isPending}
      title="Reschedule"
      description={<span className="wrap-anywhere">“{campaign.title}”</span>}
      footer={
        <>
          <Button tone="secondary" onClick={onClose}>
            {strings.cancel}
          </Button>
          <Button onClick={save} busyLabel={change.isPending && 'Saving…'}>
            Save
          </Button>
        </>
      }
    >
      <Failure text="We couldn’t change the time." error={change.error} className="mb-4" />
      <SendTime value={time} onChange={setTime} isSubmitted={isSubmitted} />
    </Dialog>
  );
}

interface SendTimeProps {
  value: string;
  onChange: (local: string) => void;
  isSubmitted: boolean;
}

/** Takes the time in the state's time zone. */
export function SendTime({ value, onChange, isSubmitted }: SendTimeProps) {
  // Submitting checks again whether the time has passed.
  const [openedAt] = useState(Date.now);
  const timeCheck = describePlannedTime(value, openedAt);
  return (
    <TextField
      label="Date and time"
      hint={`${stateName} time.${value && 'note' in timeCheck ? ` ${timeCheck.note}` : ''}`}
      type="datetime-local"
      value={value}
      error={(isSubmitted || value) && 'problem' in timeCheck ? timeCheck.problem : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
