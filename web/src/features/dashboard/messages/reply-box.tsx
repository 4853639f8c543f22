import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import { replyInput } from '@site/proto/submissions/v1/contact.schema';
import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState, type SubmitEvent } from 'react';
import { FailureText } from '../../../dashboard-kit/editor/delete-dialog.js';
import { useFoundDraft, useKeptDraft } from '../../../dashboard-kit/editor/draft.js';
import { textOf } from '../../../dashboard-kit/editor/resource.js';
import { fullDateTime } from '../../../domain/time/times.js';
import { Banner } from '../../../ui/banner.js';
import { Button, MailButtonLink } from '../../../ui/button.js';
import { TextAreaField } from '../../../ui/forms/field.js';
import { SubmissionKeys } from '../../../ui/forms/submission-keys.js';
import { answerLink, sendReply } from './messages.js';

interface ReplyBoxProps {
  message: ContactMessage;
  /** Called with the updated message once the server has stored the reply. */
  onReplied: (message: ContactMessage) => void;
}

/** A reply form. A draft survives closing the dialog. */
export function ReplyBox({ message, onReplied }: ReplyBoxProps) {
  const draft = `contact reply ${message.id}`;
  const found = useFoundDraft(draft);
  const [text, setText] = useState(() => textOf(found?.values['text']));
  const [fault, setFault] = useState<string>();
  const [keys] = useState(() => new SubmissionKeys());
  useKeptDraft(draft, () => (text.trim() ? { values: { text }, base: { values: {} } } : undefined));
  const sending = useMutation({
    networkMode: 'always',
    mutationFn: (answer: string) => sendReply(message, answer, keys.headersFor({ id: message.id, answer })),
    onSuccess(now) {
      keys.renew();
      setText('');
      onReplied(now);
    },
  });

  function send(event?: SubmitEvent) {
    event?.preventDefault();
    if (sending.isPending) return;
    const checked = replyInput.safeParse({ text });
    setFault(checked.error?.issues[0]?.message);
    if (checked.success) sending.mutate(checked.data.text);
  }

  return (
    <form noValidate onSubmit={send} className="mt-6">
      <TextAreaField
        label="Your reply"
        hint={`Goes to ${message.email} with their message below it. Their response comes to the site’s mailbox, not here.`}
        rows={5}
        value={text}
        error={fault}
        readOnly={sending.isPending}
        aria-keyshortcuts="Control+Enter"
        data-autofocus=""
        onChange={(event) => {
          setText(event.target.value);
          setFault(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      {sending.isError && (
        <Banner tone="error" className="mt-3">
          <FailureText text="We couldn’t send the reply. It’s still here." error={sending.error} />
        </Banner>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        <Button type="submit" busyLabel={sending.isPending && 'Sending…'}>
          <Send aria-hidden="true" size={18} />
          Send reply
        </Button>
        <MailButtonLink tone="quiet" href={answerLink(message, fullDateTime(Date.parse(message.created_at)))}>
          Reply in your own mail program
        </MailButtonLink>
      </div>
    </form>
  );
}
