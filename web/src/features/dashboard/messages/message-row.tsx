import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import { Eye } from 'lucide-react';
import { useId } from 'react';
import { Ago } from '../../../dashboard-kit/ago.js';
import { FactRows } from '../../../dashboard-kit/facts.js';
import { Button } from '../../../ui/button.js';
import { cutCharacters } from '../../../ui/cut-text.js';
import { amount } from '../../../ui/figures.js';
import { PhoneLink } from '../../../ui/phone-link.js';
import * as strings from '../../../strings.js';

/** Enough that most messages needn't be opened. */
const previewCharacters = 160;

interface MessageRowProps {
  message: ContactMessage;
  selected: boolean;
  onSelect: () => void;
  onOpen: () => void;
}

/** A message in brief; stacked on narrow screens. */
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
          className="size-5 accent-sky"
        />
      </label>
      <FactRows
        name={strings.name}
        nameId={nameId}
        facts={[
          [strings.name, name],
          [strings.email, email],
          [strings.phone, phone, <PhoneLink key="phone" number={phone} />],
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
          {strings.quickView}
        </Button>
      </div>
    </li>
  );
}

/** One line about how the message was handled. */
function Handling({ message: { handled_by_name: by, handled_at: at, replies, note } }: { message: ContactMessage }) {
  const failed = replies.some(({ state }) => state === 'failed');
  if (!at && !note && replies.length === 0) return null;
  return (
    <p className="mt-1.5 flex flex-wrap gap-x-3 text-sm text-ink-soft">
      {at && (
        <span>
          Handled by {by ?? 'someone'} <Ago at={at} />
        </span>
      )}
      {replies.length > 0 && <span className="figures">{amount(replies.length, 'answer', 'answers')}</span>}
      {failed && <span className="font-semibold text-danger">A reply wasn’t sent</span>}
      {note && <span className="min-w-0 truncate">Note: {note}</span>}
    </p>
  );
}
