import { kinds } from '@site/domain/kinds';
import { keepPreviousData, useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import { useId, useRef, useState, type ComponentType, type ReactNode } from 'react';
import type { Answer } from '../../api/api.js';
import { isSignedOut } from '../../domain/session/signed-out.js';
import * as strings from '../../strings.js';
import { Button } from '../../ui/button.js';
import type { PictureSource } from '../../ui/picture.js';
import { Loading, Skeleton } from '../../ui/skeleton.js';
import { useToast } from '../../ui/toast.js';
import { AdminPage } from '../admin-page.js';
import { isInWork, pictureInWorkMs } from '../admin-picture.js';
import { ResourceEditor } from '../editor/resource-editor.js';
import { deleteThing, described, fieldsOf, textOf, type Described, type Editable } from '../editor/resource.js';
import { iconOf, KindIcon } from '../kind-icon.js';
import { FactRows } from '../facts.js';
import { TokenNeeded } from '../token-needed.js';
import { cardGridLook } from './card-grid.js';
import { CardPicture, type CardPictureProps } from './card-picture.js';
import { reloadChanged } from './changed.js';
import { useDeleteWithUndo } from './delete-with-undo.js';
import { EmptyState } from '../../ui/lists/empty-state.js';
import { ItemActions } from './item-actions.js';
import { ListCards } from './list-cards.js';
import { ListOrder } from './list-order.js';
import { Loaded } from './loaded.js';
import type { OrderedListProps } from './ordered-list.js';
import { pagedQuery } from './paged-query.js';
import { SearchBox } from './search-box.js';
import { useSearchWords } from './search-words.js';
import { ShowMore } from '../../ui/lists/show-more.js';

/** Content of a card, above Delete and Edit. */
export interface CardProps<Thing> {
  thing: Thing;
  /** For the element that names the item. */
  nameId: string;
  /** Button handlers. Afterwards the focus returns to `from` if the pressed button is gone. */
  onEdit: (from?: HTMLElement | null) => void;
  onDelete: (from?: HTMLElement | null) => void;
}

export type Listed<Thing extends Editable> = Described<Thing> & {
  title: string;
  /** A line below the title. */
  note?: ReactNode;
  /** At most one item: it can be created only if there is none. */
  single?: boolean;
  /** Label of the create button. */
  add?: string;
  /** For screen readers. */
  loading?: string;
  loadFailed?: string;
  /** Shown for an empty list. */
  empty: ReactNode;
  /** Set if the list is searchable. */
  search?: { label: string; nothing: (words: string) => string };
  /** Words for the count above the list and its order, such as `['post', 'posts']` and "newest first". */
  counted?: { words: [one: string, many: string]; order: string };
  /** Content of a card; defaults to the picture and the one-line texts of the form. */
  Card?: ComponentType<CardProps<Thing>>;
  /** Shown beside the texts of the default card. */
  mark?: (thing: Thing) => ReactNode;
  /** The list component for reordering. */
  Ordered?: ComponentType<OrderedListProps<Thing>>;
  /** Grid classes; by default, as many columns as fit. */
  grid?: string;
  /** Aspect ratio of the pictures. */
  pictureShape?: string;
  /** Number of placeholder cards while loading. */
  placeholders: number;
};

/** The screen of a resource: a searchable, paged list with create, edit and delete. */
export function ListScreen<Thing extends Editable>({ of }: { of: Listed<Thing> }) {
  return (
    <TokenNeeded title={of.title}>
      <Screen of={{ ...of, ...described(of) }} />
    </TokenNeeded>
  );
}

type Complete<Thing extends Editable> = Omit<Listed<Thing>, 'remove'> & ReturnType<typeof described<Thing>>;

function Screen<Thing extends Editable>({ of }: { of: Complete<Thing> }) {
  const client = useQueryClient();
  const showToast = useToast();
  const [words, setWords] = useSearchWords();
  const searched = of.search ? words : '';
  const { list } = kinds[of.kind];
  const query = pagedQuery<Thing>(
    ['admin', list, ...(searched ? [searched] : [])],
    of.address,
    searched ? { q: searched } : {},
  );
  const things = useInfiniteQuery({
    ...query,
    refetchInterval: ({ state }) => !isSignedOut(state.error) && untilPrepared(state.data),
    // Keeps the previous results while the next search runs.
    placeholderData: keepPreviousData,
  });
  const region = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<Thing | 'new'>();
  const returnTo = useRef<HTMLElement | null>(undefined);
  const isEmpty = things.data?.length === 0;

  /** Updates the cache immediately: the create button of a single item must be gone when the dialog closes. */
  function putIn(thing: Thing | null) {
    const page: Answer<Thing | null> = { status: true, action: '', data: thing };
    if (of.single) client.setQueryData(query.queryKey, { pages: [page], pageParams: [''] });
  }

  const deletion = useDeleteWithUndo<Thing>(of.kind, {
    ...of.remove,
    remove: ({ id }) => deleteThing(of.address, id),
    onDeleted: () => putIn(null),
    // After the only item, the list is gone, so the title gets the focus.
    focusAfter: () => (of.single ? null : region.current),
  });

  function edit(thing: Thing | 'new', from?: HTMLElement | null) {
    returnTo.current = from;
    setEdited(thing);
  }

  function saved({ action, data }: Answer<Thing>) {
    const { done } = edited === 'new' ? of.create : of.edit;
    showToast(done?.(data) ?? action);
    // A new item may not match the search.
    if (edited === 'new' && searched) setWords('');
    putIn(data);
    reloadChanged(client, list);
    setEdited(undefined);
  }

  return (
    <AdminPage
      title={of.title}
      note={of.note}
      action={
        (!of.single || isEmpty) && (
          <Button onClick={() => edit('new')}>
            <Plus aria-hidden="true" size={20} />
            {of.add ?? strings.createNew}
          </Button>
        )
      }
    >
      {of.search && (searched || !isEmpty) && (
        <SearchBox label={of.search.label} words={searched} onSearch={setWords} className="mb-6" />
      )}
      <div
        ref={region}
        tabIndex={-1}
        {...(!of.single && { role: 'group', 'aria-label': of.title })}
        aria-busy={things.isPlaceholderData || undefined}
      >
        <Loaded
          query={things}
          failure={of.loadFailed ?? `We couldn’t load the ${list}. Try again.`}
          placeholder={<Placeholder of={of} />}
        >
          {(found) => (
            <>
              {found.length > 0 && of.counted && (
                <ListOrder count={found.length} hasMore={things.hasNextPage} {...of.counted} />
              )}
              {found.length > 0 && (
                <ListCards
                  // Search results and partly loaded lists can't be reordered: the item's next neighbor is unknown.
                  of={searched || things.hasNextPage ? { ...of, Ordered: undefined } : of}
                  things={found}
                  queryKey={query.queryKey}
                  card={(thing) => (
                    <ListedCard
                      of={of}
                      thing={thing}
                      onEdit={(from) => edit(thing, from)}
                      onDelete={(from) => deletion.ask(thing, from)}
                    />
                  )}
                />
              )}
              {isEmpty && of.search && searched && (
                <EmptyState Icon={SearchX}>{of.search.nothing(searched)}</EmptyState>
              )}
              {isEmpty && !searched && <EmptyState Icon={iconOf(of.kind)}>{of.empty}</EmptyState>}
              <ShowMore list={things} />
            </>
          )}
        </Loaded>
      </div>
      {edited && (
        <ResourceEditor
          resource={of}
          thing={edited === 'new' ? undefined : edited}
          onSaved={saved}
          onClose={() => setEdited(undefined)}
          returnFocusTo={() => returnTo.current}
        />
      )}
      {deletion.dialog}
    </AdminPage>
  );
}

interface ListedCardProps<Thing extends Editable> extends Omit<CardProps<Thing>, 'nameId'> {
  of: Complete<Thing>;
}

function ListedCard<Thing extends Editable>({ of, ...rest }: ListedCardProps<Thing>) {
  const card = { ...rest, nameId: useId() };
  return (
    <>
      {of.Card ? <of.Card {...card} /> : <UsualCard of={of} {...card} />}
      {/* Stacked above a button that covers the card. */}
      <ItemActions
        describedBy={card.nameId}
        onDelete={() => card.onDelete()}
        onEdit={() => card.onEdit()}
        className="relative z-10 mt-auto p-4"
      />
    </>
  );
}

const shortTexts = ['text', 'number', 'email', 'url', 'tel'];

function UsualCard<Thing extends Editable>({ of, thing, nameId }: ListedCardProps<Thing> & CardProps<Thing>) {
  const fields = fieldsOf(of);
  const facts = fields
    .filter(([, { type = 'text' }]) => shortTexts.includes(type))
    .map(([name, { label }]): [string, string] => [label, textOf(thing[name as keyof Thing])]);
  return (
    <>
      {fields.some(([, { type }]) => type === 'picture') && (
        <CardPicture
          thing={thing as CardPictureProps['thing']}
          alt={`Picture of ${of.nameOf(thing)}`}
          shape={of.pictureShape}
          fallback={
            <span className="flex size-full items-center justify-center">
              <KindIcon type={of.kind} />
            </span>
          }
        />
      )}
      <div className="flex items-start gap-4 p-4 pb-0">
        {of.mark?.(thing)}
        <FactRows facts={facts} name={facts[0]?.[0]} nameId={nameId} whole className="min-w-0 flex-1" />
      </div>
    </>
  );
}

/** Polling interval of a list while one of its pictures is being processed. */
function untilPrepared(data: InfiniteData<Answer<unknown>> | undefined): number | false {
  const things = data?.pages.flatMap(({ data: page }) => page) as
    ({ picture?: PictureSource | null } | null)[] | undefined;
  return Boolean(things?.some((thing) => isInWork(thing?.picture))) && pictureInWorkMs;
}

function Placeholder<Thing extends Editable>({ of }: { of: Complete<Thing> }) {
  return (
    <Loading label={of.loading ?? `Loading the ${kinds[of.kind].list}`} className={of.grid ?? cardGridLook}>
      {Array.from({ length: of.placeholders }, (_, index) => (
        <span key={index} className="card block overflow-hidden">
          {of.pictureShape && <Skeleton className={`${of.pictureShape} rounded-none`} />}
          <span className="block p-4">
            <Skeleton className="h-6 w-4/5" />
            <Skeleton className="mt-2 h-16" />
            <Skeleton className="mt-5 h-11 rounded-full" />
          </span>
        </span>
      ))}
    </Loading>
  );
}
