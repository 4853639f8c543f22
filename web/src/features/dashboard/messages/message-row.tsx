import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import { Eye } from 'lucide-react';
import { useId } from 'react';
import { Ago } from '../../../dashboard-kit/ago.js';
import { FactRows } from '../../../dashboard-kit/facts.js';
import { Button } from '../../../ui/button.js';
import { cutCharacters } from '../../../ui/cut-text.js';
import { PhoneLink } from '../../../ui/phone-link.js';
import * as strings from '../../../strings.js';

/** The beginning of the message, so that most need not be opened. */
const previewCharacters = 160;

interface MessageRowProps {
  message: ContactMessage;
  onOpen: () => void;
}

/** A message in brief: beside each other where there is room for it, else below each other. */
export function MessageRow({ message, onOpen }: MessageRowProps) {
  const nameId = useId();
  const { name, email, phone, feedback, created_at: at } = message;
  return (
    <li
      data-message={message.id}
      className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-3 py-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)_auto]"
    >
      <FactRows
        name={strings.name}
        nameId={nameId}
        facts={[
          [strings.name, name],
          [strings.email, email],
          [strings.phone, phone, <PhoneLink key="phone" number={phone} />],
        ]}
      />
      <p className="wrap-anywhere">{cutCharacters(feedback, previewCharacters)}</p>
      <div className="flex items-center justify-between gap-x-6 gap-y-2 xl:flex-col xl:items-end xl:justify-start">
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
