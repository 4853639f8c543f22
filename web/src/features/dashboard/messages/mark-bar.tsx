import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import type { MessageState } from '@site/proto/submissions/v1/contact.schema';
import type { Selection } from '../../../dashboard-kit/list/selection.js';
import { SelectionBar } from '../../../dashboard-kit/list/selection-bar.js';
import { Button } from '../../../ui/button.js';

interface MarkBarProps {
  selection: Selection<ContactMessage>;
  /** All selectable messages. */
  messages: ContactMessage[];
  isMarking: boolean;
  onMark: (messages: ContactMessage[], state: MessageState) => void;
}

/** Bulk actions for the selected messages; stays visible while the list scrolls. */
export function MarkBar({ selection, messages, isMarking, onMark }: MarkBarProps) {
  const { selected } = selection;
  const isThere = (state: MessageState) => selected.some((message) => message.state === state);
  return (
    <SelectionBar words={['message', 'messages']} selection={selection} items={messages}>
      {isThere('handled') && (
        <Button tone="secondary" busyLabel={isMarking && 'Saving…'} onClick={() => onMark(selected, 'new')}>
          Mark as new
        </Button>
      )}
      {isThere('new') && (
        <Button busyLabel={isMarking && 'Saving…'} onClick={() => onMark(selected, 'handled')}>
          Mark as handled
        </Button>
      )}
    </SelectionBar>
  );
}
