import { useId } from 'react';
import { ItemActions } from '../../../dashboard-kit/list/item-actions.js';
import { cutCharacters } from '../../../ui/cut-characters.js';
import { FAQ_ANSWER_CHARACTERS } from '../../../constants.js';
import type { AdminFaq } from './faqs.js';

interface FaqCardProps {
  faq: AdminFaq;
  onOpen: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** A question and the beginning of its answer; the whole card opens all of it. */
export function FaqCard({ faq, onOpen, onEdit, onDelete }: FaqCardProps) {
  const id = useId();
  return (
    <li
      data-faq={faq.id}
      className="card relative flex flex-col p-5 transition-colors duration-150 hover:bg-surface-raised"
    >
      <h2 id={id} className="text-lg">
        <button
          type="button"
          data-open=""
          aria-haspopup="dialog"
          onClick={onOpen}
          className="text-left break-words after:absolute after:inset-0 after:rounded-lg"
        >
          {faq.question}
        </button>
      </h2>
      <p className="mt-1.5 mb-5 flex-1 break-words text-ink-soft">{cutCharacters(faq.answer, FAQ_ANSWER_CHARACTERS)}</p>
      {/* Above the button that covers the card. */}
      <ItemActions describedBy={id} onDelete={onDelete} onEdit={onEdit} className="relative z-10" />
    </li>
  );
}
