import type { ContactMessage } from '@site/proto/submissions/v1/contact.answers';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { useDeleteWithUndo } from '../../../dashboard-kit/list/delete-with-undo.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { ListOrder } from '../../../dashboard-kit/list/list-order.js';
import { PagedList } from '../../../dashboard-kit/list/loaded.js';
import { SearchBox } from '../../../dashboard-kit/list/search-box.js';
import { useSearchWords } from '../../../dashboard-kit/list/search-words.js';
import { TokenNeeded } from '../../../dashboard-kit/token-needed.js';
import { Loading } from '../../../ui/skeleton.js';
import * as strings from '../../../strings.js';
import { MessageDialog } from './message-dialog.js';
import { MessageRow } from './message-row.js';
import { deleteMessage, messagesQuery } from './messages.js';

/** /dashboard/contact: what visitors wrote. */
export function Page({ mayDelete = true }: { mayDelete?: boolean }) {
  return (
    <AdminPage title={strings.contactUs} note="What visitors wrote on the contact page.">
      <TokenNeeded>
        <MessageBoard mayDelete={mayDelete} />
      </TokenNeeded>
    </AdminPage>
  );
}

/** /moderate/messages: moderators may read and answer them. */
export function ReadOnlyPage() {
  return <Page mayDelete={false} />;
}

/** The messages of visitors, newest first, one of them whole when it is opened. */
function MessageBoard({ mayDelete }: { mayDelete: boolean }) {
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
        <PagedList
          query={messages}
          failure={strings.fetchContactsFailed}
          placeholder={<Loading label="Loading the messages" count={1} each="h-96 rounded-lg" />}
          empty={
            words ? (
              <EmptyState Icon={SearchX}>No message matches “{words}”.</EmptyState>
            ) : (
              <EmptyState Icon={CircleCheck} done>
                {strings.noContacts}
              </EmptyState>
            )
          }
        >
          {(found) => (
            <>
              <ListOrder
                count={found.length}
                hasMore={messages.hasNextPage}
                words={['message', 'messages']}
                order="newest first"
              />
              <ul className="card divide-y divide-line px-4 py-1 md:px-6">
                {found.map((message) => (
                  <MessageRow key={message.id} message={message} onOpen={() => open(message)} />
                ))}
              </ul>
            </>
          )}
        </PagedList>
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
