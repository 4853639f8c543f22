/** A contact message as a row of the inbox and as a dialog. */
import type { ContactMessage, MessageReply } from '@site/proto/submissions/v1/contact.responses';
import type { MessageState } from '@site/proto/submissions/v1/contact.schema';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Eye, Hourglass, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { Ago, FactRows, Facts } from '@/dashboard-kit/facts.js';
import { fullDateTime } from '@/components/time/times.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { Button } from '@/ui/button.js';
import { cutCharacters } from '@/ui/truncate.js';
import { Dialog } from '@/ui/dialogs/dialog.js';
import { amount } from '@/ui/number-format.js';
import { LinkedText } from '@/ui/linked-text.js';
import { PhoneLink } from '@/ui/phone-link.js';
import { AssigneeBox, onStepKey, SameSender, StepButtons, type Steps } from './message-neighbors.js';
import { NoteBox, ReplyBox } from './message-forms.js';
import { freshQuery, isOnItsWay } from './messages.js';

/** Enough that most messages needn't be opened. */
const previewCharacters = 160;

interface MessageRowProps {
  message: ContactMessage;
  selected: boolean;
  onSelect: () => void;
  onOpen: () => void;
}

export function MessageRow({ message, selected, onSelect, onOpen }: MessageRowProps) {
  const nameId = useId();
  const { name, email, phone, feedback, created_at: at } = message;
  return (
    <li
      data-message={message.id}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-3 py-4 xl:grid-cols-[auto_minmax(0,5fr)_minmax(0,7fr)_auto] xl:gap-x-6"
    >
      <label className="-my-2.5 -ml-2.5 flex size-11 items-center justify-center">
        <input
          type="checkbox"
          checked={selected}
          onChange={onSelect}
          aria-label={`Select the message from ${name}`}
          className="size-5 tick"
        />
      </label>
      <FactRows
        name={strings.name}
        nameId={nameId}
        facts={[
          [strings.name, name],
          [strings.email, email],
          [dashboardStrings.phone, phone, <PhoneLink key="phone" number={phone} />],
        ]}
      />
      <div className="max-xl:col-start-2">
        <p className="wrap-anywhere">{cutCharacters(feedback, previewCharacters)}</p>
        <Handling message={message} />
      </div>
      <div className="flex items-center max-xl:col-start-2 justify-between gap-x-6 gap-y-2 xl:flex-col xl:items-end xl:justify-start">
        <Ago at={at} className="figures text-sm text-ink-soft first-letter:uppercase" />
        <Button
          tone="secondary"
          size="small"
          className="min-h-11"
          data-open=""
          aria-haspopup="dialog"
          aria-describedby={nameId}
          onClick={onOpen}
        >
          <Eye aria-hidden="true" size={16} />
          {dashboardStrings.quickView}
        </Button>
      </div>
    </li>
  );
}

function Handling({ message }: { message: ContactMessage }) {
  const { handled_by_name: by, handled_at: at, assigned_to_name: assignee, replies, note } = message;
  const failed = replies.some(({ state }) => state === 'failed');
  if (!at && !note && !assignee && replies.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-3 text-sm text-ink-soft">
      {at && (
        <span>
          Handled by {by ?? 'someone'} <Ago at={at} />
        </span>
      )}
      {assignee && <span>Assigned to {assignee}</span>}
      {replies.length > 0 && <span className="figures">{amount(replies.length, 'answer', 'answers')}</span>}
      {failed && <span className="font-semibold text-danger">A reply wasn’t sent</span>}
      {note && <span className="min-w-0 truncate">Note: {note}</span>}
    </p>
  );
}

/** By then, most replies have been sent. */
const pollIntervalMs = 2_000;

interface MessageDialogProps {
  message: ContactMessage;
  steps: Steps;
  /** Shows another message instead. */
  onOpen: (message: ContactMessage) => void;
  /** Absent without permission to delete. */
  onDelete: (() => void) | undefined;
  onMark: (state: MessageState) => void;
  isMarking: boolean;
  onChanged: (message: ContactMessage) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

export function MessageDialog(props: MessageDialogProps) {
  const { steps, onOpen, onDelete, onMark, isMarking, onChanged, onClose, returnFocusTo } = props;
  const waits = isOnItsWay(props.message);
  const fresh = useQuery({ ...freshQuery(props.message), enabled: waits, refetchInterval: waits && pollIntervalMs });
  const message = (waits && fresh.data) || props.message;
  const { name, email, phone, feedback, created_at: at, state, handled_by_name: by, handled_at: handledAt } = message;
  const isNew = state === 'new';
  const top = useRef<HTMLSpanElement>(null);
  const displayedId = useRef(message.id);
  useEffect(() => {
    if (displayedId.current !== message.id) top.current?.scrollIntoView();
    displayedId.current = message.id;
  }, [message.id]);
  return (
    // React events of the dialog bubble here although it is rendered elsewhere.
    <div role="presentation" onKeyDown={(event) => onStepKey(event, steps)}>
      <Dialog
        open
        onClose={onClose}
        title="Contact Us Form"
        description={
          <>
            Sent <time dateTime={at}>{fullDateTime(Date.parse(at))}</time>
            {handledAt && (
              <span className="block">
                Handled by {by ?? 'someone'} <Ago at={handledAt} />
              </span>
            )}
          </>
        }
        returnFocusTo={returnFocusTo}
        footer={
          <>
            <StepButtons {...steps} />
            {onDelete && (
              <Button tone="secondary" onClick={onDelete}>
                <Trash2 aria-hidden="true" size={18} />
                {dashboardStrings.deleteAction}
              </Button>
            )}
            <Button
              tone="secondary"
              busyLabel={isMarking && 'Saving…'}
              onClick={() => onMark(isNew ? 'handled' : 'new')}
            >
              {isNew ? <CircleCheck aria-hidden="true" size={18} /> : <Undo2 aria-hidden="true" size={18} />}
              {isNew ? 'Mark as handled' : 'Mark as new'}
            </Button>
          </>
        }
      >
        <span ref={top} />
        <Facts
          className="gap-y-4 sm:grid-cols-2"
          facts={[
            [strings.fullName, name, 'sm:col-span-2'],
            [strings.email, <LinkedText key="email" text={email} byVisitor />],
            [dashboardStrings.phone, <PhoneLink key="phone" number={phone} />],
            [strings.feedback, <LinkedText key="feedback" text={feedback} byVisitor />, 'sm:col-span-2'],
          ]}
        />
        <AssigneeBox key={`assignee ${message.id}`} message={message} onChanged={onChanged} />
        <SameSender message={message} onOpen={onOpen} />
        <MessageThread message={message} />
        <ReplyBox key={`reply ${message.id}`} message={message} onReplied={onChanged} />
        <NoteBox key={`note ${message.id}`} message={message} onSaved={onChanged} />
      </Dialog>
    </div>
  );
}

const states = {
  queued: { Icon: Hourglass, word: 'Sending', className: 'text-ink-soft' },
  sent: { Icon: CircleCheck, word: 'Sent', className: 'text-ozark' },
  failed: { Icon: CircleAlert, word: 'Not sent', className: 'text-danger' },
};

function MessageThread({ message: { replies } }: { message: ContactMessage }) {
  if (replies.length === 0) return null;
  return (
    <section aria-label="Replies" className="mt-6">
      <h3 className="font-semibold">{replies.length === 1 ? 'Reply' : 'Replies'}</h3>
      <ol className="mt-2 flex flex-col gap-3">
        {replies.map((reply) => (
          <li key={reply.id} className="rounded-md bg-surface-raised px-4 py-3">
            <p className="text-sm text-ink-soft">
              <strong className="text-ink">{reply.by_name}</strong>, <Ago at={reply.created_at} />
            </p>
            <p className="mt-1 wrap-anywhere whitespace-pre-line">
              <LinkedText text={reply.text} />
            </p>
            <ReplyState reply={reply} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function ReplyState({ reply: { state, sent_at: at, reason } }: { reply: MessageReply }) {
  const { Icon, word, className } = states[state];
  return (
    <p role="status" className={`mt-2 flex flex-wrap items-center gap-x-1.5 text-sm ${className}`}>
      <Icon aria-hidden="true" size={16} />
      <span>
        {word} {at && <Ago at={at} />}
      </span>
      {reason && <span className="w-full wrap-anywhere text-ink-soft">{reason} An admin can retry it under Jobs.</span>}
    </p>
  );
}
