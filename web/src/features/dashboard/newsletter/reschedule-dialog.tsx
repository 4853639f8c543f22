import type { Campaign } from '@site/proto/submissions/v1/newsletter.answers';
import { stateLocalTime } from '@site/state/state-time';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api.js';
import { plannedTimeWords } from '../../../domain/time/planned-time.js';
import * as strings from '../../../strings.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialogs/dialog.js';
import { rescheduleCampaign } from './newsletter.js';
import { SendTime } from './send-time.js';

interface RescheduleDialogProps {
  campaign: Campaign;
  onDone: (campaign: Campaign) => void;
  onClose: () => void;
}

/** Reschedules a planned campaign. */
export function RescheduleDialog({ campaign, onDone, onClose }: RescheduleDialogProps) {
  const [time, setTime] = useState(() =>
    campaign.scheduled_at === null ? '' : stateLocalTime(new Date(campaign.scheduled_at)),
  );
  const [isAsked, setIsAsked] = useState(false);
  const change = useMutation({
    networkMode: 'always',
    mutationFn: () => rescheduleCampaign(campaign.id, time),
    onSuccess: ({ data }) => onDone(data),
  });
  const said = change.error instanceof ApiError ? change.error.serverMessage : undefined;

  function save() {
    setIsAsked(true);
    if ('note' in plannedTimeWords(time, Date.now()) && !change.isPending) change.mutate();
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
      {change.isError && (
        <Banner tone="error" className="mb-4">
          <p>We couldn’t change the time.</p>
          {said && <p className="text-ink-soft">{said}</p>}
        </Banner>
      )}
      <SendTime value={time} onChange={setTime} isAsked={isAsked} />
    </Dialog>
  );
}
