import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { cardGridLook } from '../../../dashboard-kit/list/card-grid.js';
import { useDeleteWithUndo } from '../../../dashboard-kit/list/delete-with-undo.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { SearchBox } from '../../../dashboard-kit/list/search-box.js';
import { useSearchWords } from '../../../dashboard-kit/list/search-words.js';
import { ShowMore } from '../../../dashboard-kit/list/show-more.js';
import { Loading } from '../../../ui/skeleton.js';
import * as strings from '../../../strings.js';
import { MessageCard } from './message-card.js';
import { MessageDialog } from './message-dialog.js';
import { deleteMessage, messagesQuery } from './messages.js';

/** The messages of visitors, newest first, one of them whole when it is opened. */
export function MessageBoard({ mayDelete }: { mayDelete: boolean }) {
  const [words, setWords] = useSearchWords();
  const messages = useInfiniteQuery({
    ...messagesQuery(words),
    // While the next words are searched for, the last finds stay.
    placeholderData: (last) => last,
  });
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ContactMessage>();
  /** Whose card gets the focus when the dialogs close; the list itself when that is gone. */
  const [last, setLast] = useState<string>();
  const returnFocusTo = () =>
    (last && list.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(last)}"] [data-open]`)) ||
    list.current;

  function open(message: ContactMessage) {
    setLast(message.id);
    setOpened(message);
  }

  const deletion = useDeleteWithUndo<ContactMessage>('contact', {
    title: strings.deleteFormQuestion,
    question: 'The message can be restored for 30 days.',
    note: ({ name, email }) => `${name}, ${email}`,
    failed: strings.deleteContactFailed,
    done: ({ name }) => `Deleted the message of ${name}.`,
    remove: deleteMessage,
    onDeleted: () => {
      setLast(undefined);
      setOpened(undefined);
    },
    focusAfter: () => list.current,
  });

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
        <Loaded
          query={messages}
          failure={strings.fetchContactsFailed}
          placeholder={
            <Loading label="Loading the messages" className={cardGridLook} count={3} each="h-60 rounded-lg" />
          }
        >
          {(found) =>
            found.length === 0 ? (
              words ? (
                <EmptyState Icon={SearchX}>No message matches “{words}”.</EmptyState>
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
          onDelete={mayDelete ? () => deletion.ask(opened) : undefined}
          onClose={() => setOpened(undefined)}
          returnFocusTo={returnFocusTo}
        />
      )}
      {deletion.dialog}
    </>
  );
}
