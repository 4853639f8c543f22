import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../api.js';
import type { Campaign } from '../../components/admin/campaign.js';
import { amount } from '../../components/admin/figures.js';
import { Banner } from '../../components/banner.js';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { SubmissionKeys } from '../../components/forms/submission-keys.js';
import type { Post } from '../../components/site-content.js';
import { strings } from '../../strings.js';
import { startCampaign } from './newsletter.js';
import { PostChoice } from './post-choice.js';
import { PostPreview } from './post-preview.js';

interface CampaignDialogProps {
  /** How many get the newsletter; undefined while that is not known. */
  confirmed: number | undefined;
  /** What was sent already, as far as it is loaded. */
  campaigns: Campaign[];
  onStarted: (title: string) => void;
  onClose: () => void;
}

/** Chooses a post, shows what will be sent to how many, and sends it. */
export function CampaignDialog({ confirmed, campaigns, onStarted, onClose }: CampaignDialogProps) {
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<Post>();
  const [step, setStep] = useState<'choose' | 'confirm'>('choose');
  const [keys] = useState(() => new SubmissionKeys());
  const underWay = useRef(false);
  const start = useMutation({
    networkMode: 'always',
    mutationFn: ({ id }: Post) => startCampaign(id, keys.headersFor({ id })),
    onSuccess: ({ data }) => onStarted(data.title),
    onError: () => {
      underWay.current = false;
    },
  });

  function send() {
    if (!chosen || confirmed === 0 || underWay.current) return;
    underWay.current = true;
    start.mutate(chosen);
  }

  function back() {
    start.reset();
    setStep('choose');
  }

  const count = confirmed === undefined ? 'every confirmed subscriber' : amount(confirmed, 'subscriber', 'subscribers');
  if (step === 'choose' || !chosen) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="New campaign"
        description="Which post is to be sent?"
        footer={
          <>
            <Button tone="secondary" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button aria-disabled={chosen ? undefined : true} onClick={() => chosen && setStep('confirm')}>
              Continue
            </Button>
          </>
        }
      >
        <PostChoice words={words} onSearch={setWords} chosen={chosen} onChoose={setChosen} campaigns={campaigns} />
      </Dialog>
    );
  }
  const said = start.error instanceof ApiError ? start.error.serverMessage : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!start.isPending}
      title={confirmed === 0 ? 'There is nobody to send it to' : `Send this to ${count}?`}
      description={
        confirmed === 0
          ? 'Nobody has confirmed a subscription yet.'
          : 'A mail that is sent cannot be taken back. Whoever chose one mail a week gets the post with the weekly mail.'
      }
      footer={
        <>
          <Button
            // The safe answer has the focus as soon as the question is asked.
            ref={focused}
            tone="secondary"
            onClick={() => !start.isPending && back()}
            aria-disabled={start.isPending || undefined}
          >
            <ArrowLeft aria-hidden="true" size={18} />
            Back
          </Button>
          <Button
            onClick={send}
            aria-disabled={confirmed === 0 || undefined}
            busyLabel={start.isPending && 'Starting…'}
          >
            <Send aria-hidden="true" size={18} />
            Send to {count}
          </Button>
        </>
      }
    >
      {start.isError && (
        <Banner tone="error" className="mb-4">
          <p>The campaign could not be started.</p>
          {said && <p className="text-ink-soft">{said}</p>}
        </Banner>
      )}
      <PostPreview post={chosen} />
    </Dialog>
  );
}

function focused(button: HTMLButtonElement | null) {
  button?.focus();
}
