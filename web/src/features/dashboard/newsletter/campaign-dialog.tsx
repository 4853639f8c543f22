import type { Post } from '@site/proto/content/v1/posts.answers';
import type { Campaign, Newsletter } from '@site/proto/submissions/v1/newsletter.answers';
import { useMutation } from '@tanstack/react-query';
import { ArrowLeft, Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../../api/api.js';
import { PostImage } from '../../../domain/content/post-card.js';
import { cutWords } from '../../../ui/cut-text.js';
import { amount } from '../../../ui/figures.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialogs/dialog.js';
import { SubmissionKeys } from '../../../ui/forms/submission-keys.js';
import * as strings from '../../../strings.js';
import { startCampaign } from './newsletter.js';
import { PostChoice } from './post-choice.js';

/** As much as a mail shows before its link to the whole post. */
const previewWords = 60;

interface CampaignDialogProps {
  /** Who gets the mail; undefined while that is not known. */
  readers: Newsletter['readers'] | undefined;
  /** What was sent already, as far as it is loaded. */
  campaigns: Campaign[];
  onStarted: (title: string) => void;
  onClose: () => void;
}

/** Chooses a post, shows what will be sent to how many, and sends it. */
export function CampaignDialog({ readers, campaigns, onStarted, onClose }: CampaignDialogProps) {
  const audience = audienceOf(readers);
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
    if (!chosen || audience.isEmpty || underWay.current) return;
    underWay.current = true;
    start.mutate(chosen);
  }

  function back() {
    start.reset();
    setStep('choose');
  }

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
      title={audience.question}
      description={audience.explanation}
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
            aria-disabled={audience.isEmpty || undefined}
            busyLabel={start.isPending && 'Starting…'}
          >
            <Send aria-hidden="true" size={18} />
            {audience.order}
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

interface Audience {
  isEmpty: boolean;
  /** The dialog's title. */
  question: string;
  explanation: string;
  /** On the button. */
  order: string;
}

const people = (count: number) => amount(count, 'reader', 'readers');

/** Exactly who will get the mail, and when. */
function audienceOf(readers: Newsletter['readers'] | undefined): Audience {
  if (!readers) {
    const everybody = 'everybody who gets each mail';
    return {
      isEmpty: false,
      question: `Send this to ${everybody}?`,
      explanation: `${strings.campaignIsFinal} ${strings.campaignWeeklyUnknown}`,
      order: 'Send',
    };
  }
  const { each_mail: each, weekly_mail: weekly } = readers;
  if (each === 0 && weekly === 0)
    return {
      isEmpty: true,
      question: 'There is nobody to send it to',
      explanation: 'Nobody has confirmed a subscription yet.',
      order: 'Send to 0 readers',
    };
  const others = `${people(weekly)} who chose one mail a week ${weekly === 1 ? 'gets' : 'get'} it with the weekly mail.`;
  if (each === 0)
    return {
      isEmpty: false,
      question: 'Put this into the weekly mail?',
      explanation: `Nobody gets each mail. The ${others}`,
      order: 'Put into the weekly mail',
    };
  return {
    isEmpty: false,
    question: `Send this to ${people(each)}?`,
    explanation: weekly > 0 ? `${strings.campaignIsFinal} Another ${others}` : strings.campaignIsFinal,
    order: `Send to ${people(each)}`,
  };
}

function focused(button: HTMLButtonElement | null) {
  button?.focus();
}

/** What the readers will get, in brief. */
function PostPreview({ post }: { post: Post }) {
  return (
    <article aria-label="Preview" className="overflow-hidden rounded-md ring-1 ring-line ring-inset">
      <p className="border-b border-line px-4 py-2.5 text-sm">
        <span className="text-ink-soft">Subject</span> <span className="font-semibold wrap-anywhere">{post.title}</span>
      </p>
      <span className="relative block aspect-16/9 overflow-hidden">
        <PostImage post={post} sizes="(min-width: 640px) 552px, 100vw" />
      </span>
      <div className="p-4">
        <h3 className="text-lg wrap-anywhere">{post.title}</h3>
        <p className="mt-2 wrap-anywhere whitespace-pre-line text-ink-soft">
          {cutWords(post.description, previewWords)}
        </p>
      </div>
    </article>
  );
}
