import type { EditedFaq } from '@site/proto/content/v1/faqs.responses';
import { faqInput } from '@site/proto/content/v1/faqs.schema';
import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { FAQ_ANSWER_CHARACTERS, PLACEHOLDERS } from '@/constants/display-constants.js';
import { type CardProps, type Listed, ListScreen } from '@/dashboard-kit/list/list-screen.js';
import { OrderedList } from '@/dashboard-kit/list/ordered-list.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { Button } from '@/ui/button.js';
import { cutCharacters } from '@/ui/truncate.js';
import { Dialog } from '@/ui/dialogs/dialog.js';

const faqs: Listed<EditedFaq> = {
  kind: 'faq',
  address: '/admin/main/faqs',
  nameOf: ({ question }) => question,
  title: strings.frequentlyAskedQuestions,
  add: 'Add New FAQ',
  loading: 'Loading the questions',
  loadFailed: 'Failed to fetch FAQs. Please try again later.',
  empty: 'No FAQs found.',
  counted: { nouns: ['question', 'questions'], order: 'in the site’s order' },
  Ordered: OrderedList,
  search: { label: 'Search questions', emptyText: (searchText) => `No questions match “${searchText}”.` },
  Card: FaqCard,
  grid: 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-4 md:gap-6',
  placeholders: PLACEHOLDERS.faqs,
  input: faqInput,
  fields: {
    question: { label: 'Question' },
    answer: { type: 'lines', label: 'Answer', hint: 'Leave an empty line between paragraphs.', rows: 8 },
  },
  create: {
    title: dashboardStrings.addFaq,
    submit: dashboardStrings.addFaq,
    failed: 'Failed to create FAQ. Please try again.',
    done: () => 'Published the FAQ.',
  },
  edit: { title: 'Edit FAQ', failed: 'Failed to edit FAQ. Please try again.', done: () => 'Updated the FAQ.' },
  remove: { title: 'Delete FAQ?', failed: 'Failed to delete FAQ. Please try again.' },
};

export function Page() {
  return <ListScreen of={faqs} />;
}

function FaqCard({ item: faq, nameId, onEdit, onDelete }: CardProps<EditedFaq>) {
  const [isOpen, setIsOpen] = useState(false);
  const question = useRef<HTMLButtonElement>(null);
  /** The next dialog takes the focus and returns it to the question. */
  const isLeaving = useRef(false);

  function leave(then: CardProps<EditedFaq>['onEdit']) {
    isLeaving.current = true;
    setIsOpen(false);
    then(question.current);
  }

  return (
    <div className="p-5 pb-1">
      <h2 id={nameId} className="text-lg">
        <button
          ref={question}
          type="button"
          data-open=""
          aria-haspopup="dialog"
          onClick={() => {
            isLeaving.current = false;
            setIsOpen(true);
          }}
          className="block w-full text-left wrap-anywhere after:absolute after:inset-0 after:rounded-lg"
        >
          {faq.question}
        </button>
      </h2>
      <p className="mt-1.5 wrap-anywhere text-ink-soft">{cutCharacters(faq.answer, FAQ_ANSWER_CHARACTERS)}</p>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={faq.question}
        returnFocusTo={() => (isLeaving.current ? (document.activeElement as HTMLElement) : undefined)}
        footer={
          <>
            <Button tone="secondary" onClick={() => leave(onDelete)}>
              <Trash2 aria-hidden="true" size={18} />
              {dashboardStrings.deleteAction}
            </Button>
            <Button onClick={() => leave(onEdit)}>
              <Pencil aria-hidden="true" size={18} />
              {dashboardStrings.edit}
            </Button>
          </>
        }
      >
        <p className="wrap-anywhere whitespace-pre-line">{faq.answer}</p>
      </Dialog>
    </div>
  );
}
