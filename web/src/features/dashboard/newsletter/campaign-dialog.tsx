/** Dialog that starts a campaign: choose a post, edit the texts, preview, send or schedule. */
import type { Post } from '@site/proto/content/v1/posts.responses';
import {
  type CampaignInput,
  campaignContentInput,
  type CampaignContentInput,
} from '@site/proto/submissions/v1/newsletter.schema';
import type { Campaign, Newsletter } from '@site/proto/submissions/v1/newsletter.responses';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Send } from 'lucide-react';
import { useRef, useState } from 'react';
import { Failure } from '@/dashboard-kit/action-dialog.js';
import { useDraft, useStoredDraft } from '@/dashboard-kit/editor/drafts.js';
import { amount } from '@/ui/number-format.js';
import { Button } from '@/ui/button.js';
import { describePlannedTime } from '@/components/time/scheduled-time.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { OptionField } from '@/ui/forms/choice.js';
import { SubmissionKeys } from '@/ui/forms/submission-keys.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { CampaignContentFields, emptyContent } from './campaign-texts.js';
import { MailPreview } from './mail-preview.js';
import { previewQuery, startCampaign } from './newsletter.js';
import { PostPicker } from './post-choice.js';
import { SendTime } from './campaign-orders.js';

interface CampaignDialogProps {
  /** Undefined until loaded. */
  readers: Newsletter['readers'] | undefined;
  campaigns: Campaign[];
  onStarted: (campaign: Campaign) => void;
  onClose: () => void;
}

export function CampaignDialog({ readers, campaigns, onStarted, onClose }: CampaignDialogProps) {
  const audience = audienceOf(readers);
  const [searchText, setSearchText] = useState('');
  const [selectedPost, setSelectedPost] = useState<Post>();
  const [step, setStep] = useState<'choose' | 'confirm'>('choose');
  const [keys] = useState(() => new SubmissionKeys());
  const underWay = useRef(false);
  const [isScheduled, setIsScheduled] = useState(false);
  const [time, setTime] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const draft = useDraft<{ postId: string; texts: CampaignContentInput }>('campaign');
  const [content, setContent] = useState(emptyContent);
  /** Valid texts, which the preview shows. */
  const [checked, setChecked] = useState(emptyContent);
  const hasContent = Object.values(content).some(Boolean);
  useStoredDraft(
    draft,
    step === 'choose' || !selectedPost
      ? draft.found
      : hasContent
        ? { postId: selectedPost.id, texts: content }
        : undefined,
  );
  const mail = { post_id: selectedPost?.id ?? '', ...checked };
  const preview = useQuery({ ...previewQuery(mail), enabled: selectedPost !== undefined && step === 'confirm' });
  const start = useMutation({
    mutationFn: (campaign: CampaignInput) => startCampaign(campaign, keys.headersFor(campaign)),
    onSuccess: ({ data }) => {
      draft.copies.clear();
      onStarted(data);
    },
    onError: () => {
      underWay.current = false;
      void preview.refetch();
    },
  });

  function send() {
    setIsSubmitted(true);
    const isPossible = !audience.isEmpty && (!isScheduled || 'note' in describePlannedTime(time, Date.now()));
    const input = campaignContentInput.safeParse(content);
    if (!selectedPost || !isPossible || !input.success || underWay.current) return;
    underWay.current = true;
    const { version } = preview.data ?? {};
    start.mutate({
      post_id: selectedPost.id,
      ...input.data,
      ...(isScheduled && { send_at: time }),
      ...(version !== undefined && { version }),
    });
  }

  function goOn(post: Post) {
    const found = draft.found?.postId === post.id ? { ...emptyContent, ...draft.found.texts } : emptyContent;
    setContent(found);
    setChecked(campaignContentInput.safeParse(found).data ?? emptyContent);
    setStep('confirm');
  }

  function back() {
    start.reset();
    setStep('choose');
  }

  if (step === 'choose' || !selectedPost) {
    return (
      <Dialog
        open
        onClose={onClose}
        title="New campaign"
        description="Which post do you want to send?"
        footer={
          <>
            <Button tone="secondary" onClick={onClose}>
              {strings.cancel}
            </Button>
            <Button aria-disabled={selectedPost ? undefined : true} onClick={() => selectedPost && goOn(selectedPost)}>
              Continue
            </Button>
          </>
        }
      >
        <PostPicker
          searchText={searchText}
          onSearch={setSearchText}
          selected={selectedPost}
          onSelect={setSelectedPost}
          campaigns={campaigns}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      width="photo"
      dismissible={!start.isPending}
      title={isScheduled && !audience.isEmpty ? 'Schedule this newsletter?' : audience.question}
      description={isScheduled && !audience.isEmpty ? scheduledExplanation : audience.explanation}
      footer={
        <>
          <Button
            // The safe choice.
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
            {isScheduled ? 'Schedule' : audience.order}
          </Button>
        </>
      }
    >
      <Failure text="We couldn’t start the campaign." error={start.error} className="mb-4" />
      <div className="flex flex-col gap-5">
        <fieldset className="min-w-0">
          <legend className="font-semibold">When</legend>
          <div className="flex flex-wrap gap-x-6">
            <OptionField
              type="radio"
              name="when"
              label="Now"
              checked={!isScheduled}
              onChange={() => setIsScheduled(false)}
            />
            <OptionField
              type="radio"
              name="when"
              label="Later"
              checked={isScheduled}
              onChange={() => setIsScheduled(true)}
            />
          </div>
          {isScheduled && <SendTime value={time} onChange={setTime} isSubmitted={isSubmitted} />}
        </fieldset>
        <CampaignContentFields
          content={content}
          title={selectedPost.title}
          onChange={setContent}
          onChecked={() => setChecked(campaignContentInput.parse(content))}
        />
        <MailPreview mail={mail} />
      </div>
    </Dialog>
  );
}

const scheduledExplanation =
  'It goes to everyone subscribed to every email at that time. Later edits to the post aren’t included. Until then, you can reschedule or cancel it.';

const people = (count: number) => amount(count, 'reader', 'readers');

function audienceOf(readers: Newsletter['readers'] | undefined) {
  if (!readers) {
    const everybody = 'everyone who gets every email';
    return {
      isEmpty: false,
      question: `Send this to ${everybody}?`,
      explanation: `${dashboardStrings.campaignIsFinal} Subscribers who chose one email a week get the post in the weekly email.`,
      order: 'Send',
    };
  }
  const { each_mail: each, weekly_mail: weekly } = readers;
  if (each === 0 && weekly === 0)
    return {
      isEmpty: true,
      question: 'There’s no one to send it to',
      explanation: 'No one has confirmed a subscription yet.',
      order: 'Send to 0 readers',
    };
  const others = `${people(weekly)} who chose one email a week ${weekly === 1 ? 'gets' : 'get'} it with the weekly email.`;
  if (each === 0)
    return {
      isEmpty: false,
      question: 'Add this to the weekly email?',
      explanation: `No one gets every email. The ${others}`,
      order: 'Add to the weekly email',
    };
  return {
    isEmpty: false,
    question: `Send this to ${people(each)}?`,
    explanation:
      weekly > 0 ? `${dashboardStrings.campaignIsFinal} Another ${others}` : dashboardStrings.campaignIsFinal,
    order: `Send to ${people(each)}`,
  };
}

function focused(button: HTMLButtonElement | null) {
  button?.focus();
}
