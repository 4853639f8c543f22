import { Reply, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, MailButtonLink } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialogs/dialog.js';
import { fullDateTime } from '../../../domain/time/times.js';
import { strings } from '../../../strings.js';
import { answerLink, type ContactMessage } from './messages.js';

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
              {strings.delete}
            </Button>
          )}
          <MailButtonLink href={answerLink(message, sentOn)} data-autofocus="">
            <Reply aria-hidden="true" size={18} />
            Answer by mail
          </MailButtonLink>
        </>
      }
    >
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Detail label={strings.fullName} wide>
          {name}
        </Detail>
        <Detail label={strings.email}>{email}</Detail>
        <Detail label={strings.phone}>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className="text-link figures">
            {phone}
          </a>
        </Detail>
        <Detail label={strings.feedback} wide>
          {feedback}
        </Detail>
      </dl>
    </Dialog>
  );
}

interface DetailProps {
  label: string;
  wide?: boolean;
  children: ReactNode;
}

function Detail({ label, wide, children }: DetailProps) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}
