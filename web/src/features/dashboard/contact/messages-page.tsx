/** Inbox of the contact form. */
import { kinds } from '@site/domain/kinds';
import type { ContactMessage } from '@site/proto/submissions/v1/contact.responses';
import type { MessageState } from '@site/proto/submissions/v1/contact.schema';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, SearchX } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { AdminPage, TokenNeeded } from '@/dashboard-kit/admin-page.js';
import { reloadChanged } from '@/dashboard-kit/list/queries.js';
import { useDeleteWithUndo } from '@/dashboard-kit/list/delete-with-undo.js';
import { PagedList } from '@/dashboard-kit/list/paged-list.js';
import { SearchBox, useSearchText } from '@/dashboard-kit/list/search-box.js';
import { type Selection, SelectionBar, useSelection } from '@/dashboard-kit/list/selection.js';
import { Button } from '@/ui/button.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { Loading } from '@/ui/skeleton.js';
import { Tabs } from '@/ui/tabs.js';
import { countsOf, deleteMessage, messagesQuery, type MessageFilter, useMarking } from './messages.js';
import { onStepKey } from './message-neighbors.js';
import { MessageDialog, MessageRow } from './message.js';

/** `?state=handled` and `?state=all` open the other tabs. */
export function Page({ mayDelete = true }: { mayDelete?: boolean }) {
  return (
    <AdminPage title={strings.contactUs} note="Messages from the contact page.">
      <TokenNeeded>
        <MessageTabs mayDelete={mayDelete} />
      </TokenNeeded>
    </AdminPage>
  );
}

export function ReadOnlyPage() {
  return <Page mayDelete={false} />;
}

const tabs: { value: MessageFilter; label: string }[] = [
  { value: 'new', label: 'New' },
  { value: 'mine', label: 'Mine' },
  { value: 'handled', label: 'Handled' },
  { value: 'all', label: 'All' },
];

const emptyMessages: Record<MessageFilter, string> = {
  new: 'All messages have been handled.',
  mine: 'No new messages are assigned to you.',
  handled: 'No messages have been handled yet.',
  all: dashboardStrings.noContacts,
};

function MessageTabs({ mayDelete }: { mayDelete: boolean }) {
  const [searchText, setSearchText] = useSearchText();
  const [search, setSearch] = useSearchParams();
  const filter = tabs.find(({ value }) => value === search.get('state'))?.value ?? 'new';
  const { data: counts } = useInfiniteQuery({
    ...messagesQuery(searchText, filter),
    select: countsOf,
    placeholderData: (last) => last,
  });
  const countOf = {
    new: counts?.new,
    mine: counts?.mine,
    handled: counts?.handled,
    all: counts && counts.new + counts.handled,
  };
  return (
    <>
      <SearchBox label="Search messages" searchText={searchText} onSearch={setSearchText} className="mb-6" />
      <Tabs<MessageFilter>
        label={strings.contactUs}
        value={filter}
        onChange={(next) =>
          setSearch({ ...(next !== 'new' && { state: next }), ...(searchText && { q: searchText }) }, { replace: true })
        }
        tabs={tabs.map((tab) => ({
          ...tab,
          count: countOf[tab.value],
          content: (
            <MessageBoard
              key={tab.value}
              filter={tab.value}
              searchText={searchText}
              hasNone={countOf.all === 0}
              mayDelete={mayDelete}
            />
          ),
        }))}
      />
    </>
  );
}

interface MessageBoardProps {
  filter: MessageFilter;
  searchText: string;
  /** No tab has a message. */
  hasNone: boolean;
  mayDelete: boolean;
}

function MessageBoard({ filter, searchText, hasNone, mayDelete }: MessageBoardProps) {
  const client = useQueryClient();
  const messages = useInfiniteQuery({
    ...messagesQuery(searchText, filter),
    placeholderData: (last) => last,
  });
  const selection = useSelection(messages.data ?? []);
  const list = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ContactMessage>();
  /** The message whose card gets the focus when the dialogs close; the list if that card is gone. */
  const [last, setLast] = useState<string>();
  const returnFocusTo = () =>
    (last && list.current?.querySelector<HTMLElement>(`[data-message="${CSS.escape(last)}"] [data-open]`)) ||
    list.current;

  /** Where the opened message was last seen in the list; handling it may remove it. */
  const [place, setPlace] = useState(0);

  function open(message: ContactMessage, list = messages.data ?? []) {
    const index = list.findIndex(({ id }) => id === message.id);
    if (index !== -1) setPlace(index);
    setLast(message.id);
    setOpened(message);
  }

  const found = messages.data ?? [];
  const index = found.findIndex(({ id }) => id === opened?.id);
  const previous = found[(index === -1 ? place : index) - 1];
  const next = found[index === -1 ? place : index + 1];
  const openNextPage = () =>
    messages.fetchNextPage().then(({ data = [] }) => data[found.length] && open(data[found.length]!, data));
  const steps = {
    previous: previous && (() => open(previous)),
    next: next ? () => open(next) : messages.hasNextPage ? () => void openNextPage() : undefined,
  };

  const { mark, isMarking } = useMarking((marked) => {
    selection.deselect(marked);
    setOpened((now) => now && (marked.find(({ id }) => id === now.id) ?? now));
  });

  /** J and K move between rows. */
  function onRowKey(event: KeyboardEvent<HTMLElement>) {
    const row = (event.target as Element).closest('[data-message]');
    const to = (sibling: Element | null | undefined) => sibling?.querySelector<HTMLElement>('[data-open]');
    const focus = (target: HTMLElement | null | undefined) => (target ? () => target.focus() : undefined);
    onStepKey(event, {
      previous: focus(to(row?.previousElementSibling)),
      next: focus(to(row?.nextElementSibling)),
    });
  }

  function changed(message: ContactMessage) {
    // A message closed while it was being saved stays closed.
    setOpened((now) => (now?.id === message.id ? message : now));
    reloadChanged(client, kinds.contact.list);
  }

  const deletion = useDeleteWithUndo<ContactMessage>('contact', {
    title: 'Delete Form?',
    question: 'You can restore the message for 30 days.',
    note: ({ name, email }) => `${name}, ${email}`,
    failed: 'Failed to delete contact. Please try again.',
    done: ({ name }) => `Deleted the message from ${name}.`,
    remove: deleteMessage,
    onDeleted: () => {
      setLast(undefined);
      setOpened(undefined);
    },
    focusAfter: () => list.current,
  });

  return (
    <>
      <div
        ref={list}
        tabIndex={-1}
        role="group"
        aria-label="Messages"
        aria-busy={messages.isPlaceholderData || undefined}
      >
        <PagedList
          query={messages}
          failure="Failed to fetch contacts. Please try again later."
          placeholder={<Loading label="Loading the messages" count={1} each="h-96 rounded-lg" />}
          empty={
            searchText ? (
              <EmptyState Icon={SearchX}>No messages match “{searchText}”.</EmptyState>
            ) : (
              <EmptyState Icon={CircleCheck} done>
                {hasNone ? dashboardStrings.noContacts : emptyMessages[filter]}
              </EmptyState>
            )
          }
          counted={{ nouns: ['message', 'messages'], order: 'newest first' }}
        >
          {(found) => (
            <>
              {/* The keys are shortcuts for the buttons inside. */}
              <div role="presentation" onKeyDown={onRowKey}>
                <ul className="card divide-y divide-line px-4 py-1 md:px-6">
                  {found.map((message) => (
                    <MessageRow
                      key={message.id}
                      message={message}
                      selected={selection.has(message)}
                      onSelect={() => selection.toggle(message)}
                      onOpen={() => open(message)}
                    />
                  ))}
                </ul>
              </div>
              <MarkBar selection={selection} messages={found} isMarking={isMarking} onMark={mark} />
            </>
          )}
        </PagedList>
      </div>
      {opened && (
        <MessageDialog
          message={opened}
          steps={steps}
          onOpen={open}
          onDelete={mayDelete ? () => deletion.openDialog(opened) : undefined}
          onMark={(state) => mark([opened], state)}
          isMarking={isMarking}
          onChanged={changed}
          onClose={() => setOpened(undefined)}
          returnFocusTo={returnFocusTo}
        />
      )}
      {deletion.dialog}
    </>
  );
}

interface MarkBarProps {
  selection: Selection<ContactMessage>;
  messages: ContactMessage[];
  isMarking: boolean;
  onMark: (messages: ContactMessage[], state: MessageState) => void;
}

function MarkBar({ selection, messages, isMarking, onMark }: MarkBarProps) {
  const { selected } = selection;
  const isThere = (state: MessageState) => selected.some((message) => message.state === state);
  return (
    <SelectionBar nouns={['message', 'messages']} selection={selection} items={messages}>
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
