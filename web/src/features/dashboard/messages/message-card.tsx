import { Eye } from 'lucide-react';
import { useId } from 'react';
import { Button } from '../../../ui/button.js';
import { cutCharacters } from '../../../ui/cut-characters.js';
import { useNow } from '../../../domain/time/clock.js';
import { fullDateTime, relativeTime } from '../../../domain/time/times.js';
import { strings } from '../../../strings.js';
import type { ContactMessage } from './messages.js';

/** The beginning of the message, so that most need not be opened. */
const previewCharacters = 120;

interface MessageCardProps {
  message: ContactMessage;
  onOpen: () => void;
}

export function MessageCard({ message, onOpen }: MessageCardProps) {
  const nameId = useId();
  const now = useNow();
  const { name, email, phone, feedback, created_at: at } = message;
  return (
    <li data-message={message.id} className="card flex flex-col p-5">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-soft">{strings.name}</dt>
        <dd id={nameId} title={name} className="truncate font-semibold">
          {name}
        </dd>
        <dt className="text-ink-soft">{strings.email}</dt>
        <dd title={email} className="truncate">
          {email}
        </dd>
        <dt className="text-ink-soft">{strings.phone}</dt>
        <dd title={phone} className="figures truncate">
          {phone}
        </dd>
      </dl>
      <p className="mt-3 flex-1 border-t border-line pt-3 break-words">{cutCharacters(feedback, previewCharacters)}</p>
      <div className="mt-4 flex items-center justify-between gap-3">
        <time dateTime={at} title={fullDateTime(Date.parse(at))} className="text-sm text-ink-soft">
          {relativeTime(Date.parse(at), now)}
        </time>
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
          {strings.quickView}
        </Button>
      </div>
    </li>
  );
}
