import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import { Reply, Trash2 } from 'lucide-react';
import { Facts } from '../../../dashboard-kit/facts.js';
import { Button, MailButtonLink } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialogs/dialog.js';
import { LinkedText } from '../../../ui/linked-text.js';
import { PhoneLink } from '../../../ui/phone-link.js';
import { fullDateTime } from '../../../domain/time/times.js';
import * as strings from '../../../strings.js';
import { answerLink } from './messages.js';

interface MessageDialogProps {
  message: ContactMessage;
  /** Absent for whoever may only read. */
  onDelete: (() => void) | undefined;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null | undefined;
}

/** The whole message, and the way to answer it. */
export function MessageDialog({ message, onDelete, onClose, returnFocusTo }: MessageDialogProps) {
  const { name, email, phone, feedback, created_at: at } = message;
  const sentOn = fullDateTime(Date.parse(at));
  return (
    <Dialog
      open
      onClose={onClose}
      title={strings.contactUsForm}
      description={
        <>
          Sent <time dateTime={at}>{sentOn}</time>
        </>
      }
      returnFocusTo={returnFocusTo}
      footer={
        <>
          {onDelete && (
            <Button tone="secondary" onClick={onDelete}>
              <Trash2 aria-hidden="true" size={18} />
              {strings.deleteAction}
            </Button>
          )}
          <MailButtonLink href={answerLink(message, sentOn)} data-autofocus="">
            <Reply aria-hidden="true" size={18} />
            Answer by mail
          </MailButtonLink>
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
    </Dialog>
  );
}
