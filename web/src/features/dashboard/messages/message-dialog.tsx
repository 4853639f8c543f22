import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import type { MessageState } from '@site/proto/submissions/v1/contact.schema';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, Trash2, Undo2 } from 'lucide-react';
import { Ago } from '../../../dashboard-kit/ago.js';
import { Facts } from '../../../dashboard-kit/facts.js';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialogs/dialog.js';
import { LinkedText } from '../../../ui/linked-text.js';
import { PhoneLink } from '../../../ui/phone-link.js';
import { fullDateTime } from '../../../domain/time/times.js';
import * as strings from '../../../strings.js';
import { MessageThread } from './message-thread.js';
import { freshQuery, isOnItsWay } from './messages.js';
import { NoteBox } from './note-box.js';
import { ReplyBox } from './reply-box.js';

/** By then, most replies have been sent. */
const lookAgainMs = 2_000;

interface MessageDialogProps {
  message: ContactMessage;
  /** Absent without permission to delete. */
  onDelete: (() => void) | undefined;
  onMark: (state: MessageState) => void;
  isMarking: boolean;
  /** Called with the updated message after a reply or a note. */
  onChanged: (message: ContactMessage) => void;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

/** The full message with its replies, its note and a reply form. */
export function MessageDialog(props: MessageDialogProps) {
  const { onDelete, onMark, isMarking, onChanged, onClose, returnFocusTo } = props;
  const waits = isOnItsWay(props.message);
  const fresh = useQuery({ ...freshQuery(props.message), enabled: waits, refetchInterval: waits && lookAgainMs });
  const message = (waits && fresh.data) || props.message;
  const { name, email, phone, feedback, created_at: at, state, handled_by_name: by, handled_at: handledAt } = message;
  const isNew = state === 'new';
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.contactUsForm}
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
          {onDelete && (
            <Button tone="secondary" className="mr-auto" onClick={onDelete}>
              <Trash2 aria-hidden="true" size={18} />
              {strings.deleteAction}
            </Button>
          )}
          <Button tone="secondary" busyLabel={isMarking && 'Saving…'} onClick={() => onMark(isNew ? 'handled' : 'new')}>
            {isNew ? <CircleCheck aria-hidden="true" size={18} /> : <Undo2 aria-hidden="true" size={18} />}
            {isNew ? 'Mark as handled' : 'Mark as new'}
          </Button>
        </>
      }
    >
      <Facts
        className="gap-y-4 sm:grid-cols-2"
        facts={[
          [strings.fullName, name, 'sm:col-span-2'],
          [strings.email, <LinkedText key="email" text={email} byVisitor />],
          [strings.phone, <PhoneLink key="phone" number={phone} />],
          [strings.feedback, <LinkedText key="feedback" text={feedback} byVisitor />, 'sm:col-span-2'],
        ]}
      />
      <MessageThread message={message} />
      <ReplyBox key={`reply ${message.id}`} message={message} onReplied={onChanged} />
      <NoteBox key={`note ${message.id}`} message={message} onSaved={onChanged} />
    </Dialog>
  );
}
