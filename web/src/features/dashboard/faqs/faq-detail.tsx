import { Pencil, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/button.js';
import { Dialog } from '../../../ui/dialogs/dialog.js';
import { strings } from '../../../strings.js';
import type { AdminFaq } from './faqs.js';

interface FaqDetailProps {
  faq: AdminFaq;
  onClose: () => void;
  returnFocusTo: () => HTMLElement | null | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

/** The whole question and its whole answer. */
export function FaqDetail({ faq, onClose, returnFocusTo, onEdit, onDelete }: FaqDetailProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={faq.question}
      returnFocusTo={returnFocusTo}
      footer={
        <>
          <Button tone="secondary" onClick={onDelete}>
            <Trash2 aria-hidden="true" size={18} />
            {strings.delete}
          </Button>
          <Button onClick={onEdit}>
            <Pencil aria-hidden="true" size={18} />
            {strings.edit}
          </Button>
        </>
      }
    >
      <p className="break-words whitespace-pre-line">{faq.answer}</p>
    </Dialog>
  );
}
