import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CircleQuestionMark, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { DeleteDialog } from '../../../dashboard-kit/editor/delete-dialog.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { useUndoToast } from '../../../dashboard-kit/list/restore.js';
import { ShowMore } from '../../../dashboard-kit/list/show-more.js';
import { TokenNeeded } from '../../../dashboard-kit/token-needed.js';
import { Button } from '../../../ui/button.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { useToast } from '../../../ui/toast.js';
import { PLACEHOLDERS } from '../../../constants.js';
import { strings } from '../../../strings.js';
import { FaqCard } from './faq-card.js';
import { FaqDetail } from './faq-detail.js';
import { FaqEditor } from './faq-editor.js';
import { deleteFaq, faqsList, faqsQuery, type AdminFaq } from './faqs.js';

const gridLook = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,22rem),1fr))] gap-4 md:gap-6';

/** /dashboard/faq: the questions that the alerts page answers. */
export function Page() {
  const [editing, setEditing] = useState<AdminFaq | 'new'>();
  return (
    <AdminPage
      title={strings.frequentlyAskedQuestions}
      action={
        <Button onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" size={20} />
          {strings.addNewFaq}
        </Button>
      }
    >
      <TokenNeeded>
        <Faqs editing={editing} onEdit={setEditing} />
      </TokenNeeded>
    </AdminPage>
  );
}

interface FaqsProps {
  editing: AdminFaq | 'new' | undefined;
  onEdit: (faq: AdminFaq | 'new' | undefined) => void;
}

function Faqs({ editing, onEdit }: FaqsProps) {
  const client = useQueryClient();
  const faqs = useInfiniteQuery(faqsQuery);
  const showToast = useToast();
  const showUndo = useUndoToast();
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<AdminFaq>();
  const [asked, setAsked] = useState<AdminFaq>();
  /** Where the focus goes when a dialog closes; undefined: to where it came from. */
  const nextFocus = useRef<() => HTMLElement | null | undefined>(undefined);
  const returnFocusTo = () => nextFocus.current?.();
  /** The detail gives way to another dialog, which has the focus by then. */
  const stayWithNext = () =>
    nextFocus.current && document.activeElement instanceof HTMLElement ? document.activeElement : undefined;
  const cardOf = (id: string) => () =>
    list.current?.querySelector<HTMLElement>(`[data-faq="${CSS.escape(id)}"] [data-open]`) ?? list.current;

  /** From its detail, which is gone when the next dialog closes: the focus then returns to its card. */
  function leaveDetail(faq: AdminFaq, then: (faq: AdminFaq) => void) {
    nextFocus.current = opened ? cardOf(faq.id) : undefined;
    setOpened(undefined);
    then(faq);
  }

  function saved() {
    showToast(editing === 'new' ? 'The FAQ is on the site.' : 'The FAQ is updated.');
    reloadChanged(client, faqsList);
    onEdit(undefined);
  }

  function deleted(faq: AdminFaq) {
    nextFocus.current = () => list.current;
    setAsked(undefined);
    showUndo(`Deleted “${faq.question}”.`, { type: 'faq', id: faq.id });
    reloadChanged(client, faqsList);
  }

  return (
    <div ref={list} tabIndex={-1} role="group" aria-label={strings.frequentlyAskedQuestions}>
      <Loaded query={faqs} failure={strings.fetchFaqsFailed} placeholder={<Placeholder />}>
        {(loaded) =>
          loaded.length === 0 ? (
            <EmptyState Icon={CircleQuestionMark}>{strings.noFaqs}</EmptyState>
          ) : (
            <>
              <ul className={gridLook}>
                {loaded.map((faq) => (
                  <FaqCard
                    key={faq.id}
                    faq={faq}
                    onOpen={() => {
                      nextFocus.current = undefined;
                      setOpened(faq);
                    }}
                    onEdit={() => leaveDetail(faq, onEdit)}
                    onDelete={() => leaveDetail(faq, setAsked)}
                  />
                ))}
              </ul>
              <ShowMore list={faqs} />
            </>
          )
        }
      </Loaded>
      {opened && (
        <FaqDetail
          faq={opened}
          onClose={() => setOpened(undefined)}
          returnFocusTo={stayWithNext}
          onEdit={() => leaveDetail(opened, onEdit)}
          onDelete={() => leaveDetail(opened, setAsked)}
        />
      )}
      {editing && (
        <FaqEditor
          faq={editing === 'new' ? undefined : editing}
          onSaved={saved}
          onClose={() => onEdit(undefined)}
          returnFocusTo={editing === 'new' ? undefined : returnFocusTo}
        />
      )}
      <DeleteDialog
        asked={asked}
        title={strings.deleteFaqQuestion}
        question="It disappears from the site. It can be restored for 30 days."
        note={(faq) => <q>{faq.question}</q>}
        failure={strings.deleteFaqFailed}
        remove={deleteFaq}
        onDeleted={deleted}
        onFailed={() => reloadChanged(client, faqsList)}
        onCancel={() => setAsked(undefined)}
        returnFocusTo={returnFocusTo}
      />
    </div>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the questions" className={gridLook}>
      {Array.from({ length: PLACEHOLDERS.faqs }, (_, index) => (
        <Skeleton key={index} className="h-48 rounded-lg" />
      ))}
    </Loading>
  );
}
