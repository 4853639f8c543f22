import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { cardGridLook } from '../../../dashboard-kit/list/card-grid.js';
import { reloadChanged } from '../../../dashboard-kit/list/changed.js';
import { DeleteDialog } from '../../../dashboard-kit/editor/delete-dialog.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { useUndoToast } from '../../../dashboard-kit/list/restore.js';
import { SearchBox } from '../../../dashboard-kit/list/search-box.js';
import { useSearchWords } from '../../../dashboard-kit/list/search-words.js';
import { ShowMore } from '../../../dashboard-kit/list/show-more.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { strings } from '../../../strings.js';
import { MessageCard } from './message-card.js';
import { MessageDialog } from './message-dialog.js';
import { deleteMessage, messagesList, messagesQuery, type ContactMessage } from './messages.js';

/** The messages of visitors, newest first, one of them whole when it is opened. */
export function MessageBoard({ mayDelete }: { mayDelete: boolean }) {
  const client = useQueryClient();
  const [words, setWords] = useSearchWords();
  const messages = useInfiniteQuery({
    ...messagesQuery(words),
    // While the next words are searched for, the last finds stay.
    placeholderData: (last) => last,
  });
  const showUndo = useUndoToast();
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ContactMessage>();
  const [asked, setAsked] = useState<ContactMessage>();
  /** Whose card gets the focus when the dialogs close; the list itself when that is gone. */
  const [last, setLast] = useState<string>();
  const returnFocusTo = () =>
    (last && list.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(last)}"] [data-open]`)) ||
    list.current;

  function open(message: ContactMessage) {
    setLast(message.id);
    setOpened(message);
  }

  function deleted({ id, name }: ContactMessage) {
    setLast(undefined);
    setAsked(undefined);
    setOpened(undefined);
    showUndo(`Deleted the message of ${name}.`, { type: 'contact', id });
    reloadChanged(client, messagesList);
  }

  return (
    <>
      <SearchBox label="Search messages" words={words} onSearch={setWords} className="mb-6" />
      <div
        ref={list}
        tabIndex={-1}
        role="group"
        aria-label="Messages"
        aria-busy={messages.isPlaceholderData || undefined}
      >
        <Loaded query={messages} failure={strings.fetchContactsFailed} placeholder={<Placeholder />}>
          {(found) =>
            found.length === 0 ? (
              words ? (
                <EmptyState Icon={SearchX}>No message holds “{words}”.</EmptyState>
              ) : (
                <EmptyState Icon={CircleCheck} done>
                  {strings.noContacts}
                </EmptyState>
              )
            ) : (
              <>
                <ul className={cardGridLook}>
                  {found.map((message) => (
                    <MessageCard key={message.id} message={message} onOpen={() => open(message)} />
                  ))}
                </ul>
                <ShowMore list={messages} />
              </>
            )
          }
        </Loaded>
      </div>
      {opened && (
        <MessageDialog
          message={opened}
          onDelete={mayDelete ? () => setAsked(opened) : undefined}
          onClose={() => setOpened(undefined)}
          returnFocusTo={returnFocusTo}
        />
      )}
      <DeleteDialog
        asked={asked}
        title={strings.deleteFormQuestion}
        question="The message can be restored for 30 days."
        note={({ name, email }) => `${name}, ${email}`}
        failure={strings.deleteContactFailed}
        remove={deleteMessage}
        onDeleted={deleted}
        onFailed={() => reloadChanged(client, messagesList)}
        onCancel={() => setAsked(undefined)}
      />
    </>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the messages" className={cardGridLook}>
      {['1', '2', '3'].map((key) => (
        <Skeleton key={key} className="h-60 rounded-lg" />
      ))}
    </Loading>
  );
}
