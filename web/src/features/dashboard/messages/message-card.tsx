import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import { Eye } from 'lucide-react';
import { useId } from 'react';
import { Ago } from '../../../dashboard-kit/ago.js';
import { FactRows } from '../../../dashboard-kit/facts.js';
import { Button } from '../../../ui/button.js';
import { cutCharacters } from '../../../ui/cut-text.js';
import * as strings from '../../../strings.js';

/** The beginning of the message, so that most need not be opened. */
const previewCharacters = 120;

interface MessageCardProps {
  message: ContactMessage;
  onOpen: () => void;
}

export function MessageCard({ message, onOpen }: MessageCardProps) {
  const nameId = useId();
  const { name, email, phone, feedback, created_at: at } = message;
  return (
    <li data-message={message.id} className="card flex flex-col p-5">
      <FactRows
        name={strings.name}
        nameId={nameId}
        facts={[
          [strings.name, name],
          [strings.email, email],
          [strings.phone, phone],
        ]}
      />
      <p className="mt-3 flex-1 border-t border-line pt-3 break-words">{cutCharacters(feedback, previewCharacters)}</p>
      <div className="mt-4 flex items-center justify-between gap-3">
        <Ago at={at} className="text-sm text-ink-soft first-letter:uppercase" />
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
