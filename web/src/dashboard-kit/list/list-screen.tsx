/** A dashboard screen that lists, edits and deletes items, built from their description. */
import { kinds } from '@site/domain/kinds';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import { AdminPage, TokenNeeded } from '../admin-page.js';
import { whilePreparing } from '../admin-picture.js';
import type { Answer } from '../../api/api.js';
import { ResourceEditor } from '../editor/resource-editor.js';
import { deleteThing, described, type Described, type Editable, fieldsOf, textOf } from '../editor/resource.js';
import { FactRows } from '../texts.js';
import { iconOf, KindIcon } from '../kind-icon.js';
import * as dashboardStrings from '../../dashboard-strings.js';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/lists/empty-state.js';
import { useToast } from '../../ui/toast.js';
import { cardGridLook, CardPicture, type CardPictureProps, CardSkeletons, ItemActions, PagedList } from './lists.js';
import { pagedQuery, reloadChanged } from './queries.js';
import type { OrderedListProps } from './ordered-list.js';
import { SearchBox, useSearchWords } from './search-box.js';
import { useDeleteWithUndo } from './undo.js';

/** Content of a card, above Delete and Edit. */
export interface CardProps<Thing> {
  thing: Thing;
  /** For the element that names the item. */
  nameId: string;
  /** Afterwards the focus returns to `from` if the pressed button is gone. */
  onEdit: (from?: HTMLElement | null) => void;
  onDelete: (from?: HTMLElement | null) => void;
}

export type Listed<Thing extends Editable> = Described<Thing> & {
  title: string;
  note?: ReactNode;
  /** At most one item: it can be created only if there is none. */
  single?: boolean;
  add?: string;
  /** For screen readers. */
  loading?: string;
  loadFailed?: string;
  empty: ReactNode;
  /** Set if the list is searchable. */
  search?: { label: string; nothing: (words: string) => string };
  /** The count above the list and its order, such as `['post', 'posts']` and "newest first". */
  counted?: { words: [one: string, many: string]; order: string };
  /** Defaults to the picture and the one-line texts of the form. */
  Card?: ComponentType<CardProps<Thing>>;
  /** Shown beside the texts of the default card. */
  mark?: (thing: Thing) => ReactNode;
  Ordered?: ComponentType<OrderedListProps<Thing>>;
  /** Grid classes; by default, as many columns as fit. */
  grid?: string;
  pictureShape?: string;
  placeholders: number;
};

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
    refetchInterval: whilePreparing,
    placeholderData: keepPreviousData,
  });
  const region = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<Thing | 'new'>();
  const returnTo = useRef<HTMLElement | null>(undefined);
  const isEmpty = things.data?.length === 0;

  /** Updates the cache: a single item's create button must be gone when the dialog closes. */
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
            {of.add ?? dashboardStrings.createNew}
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
        <PagedList
          query={things}
          failure={of.loadFailed ?? `We couldn’t load the ${list}. Try again.`}
          placeholder={
            <CardSkeletons
              label={of.loading ?? `Loading the ${list}`}
              count={of.placeholders}
              className={of.grid}
              picture={of.pictureShape}
              lines={['h-6 w-4/5', 'mt-2 h-16', 'mt-5 h-11 rounded-full']}
            />
          }
          empty={
            of.search && searched ? (
              <EmptyState Icon={SearchX}>{of.search.nothing(searched)}</EmptyState>
            ) : (
              <EmptyState Icon={iconOf(of.kind)}>{of.empty}</EmptyState>
            )
          }
          counted={of.counted}
        >
          {(found) => (
            <ListCards
              // Search results and partly loaded lists can't be reordered.
              of={searched || things.hasNextPage ? { ...of, Ordered: undefined } : of}
              things={found}
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
        </PagedList>
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

const cardLook =
  'card relative flex flex-col overflow-hidden transition-colors duration-150 has-[[data-open]]:hover:bg-surface-raised';

interface ListCardsProps<Thing extends Editable> {
  of: Pick<Complete<Thing>, 'kind' | 'address' | 'nameOf' | 'grid'> & {
    Ordered?: ComponentType<OrderedListProps<Thing>> | undefined;
  };
  things: Thing[];
  card: (thing: Thing) => ReactNode;
}

function ListCards<Thing extends Editable>({ of, things, card }: ListCardsProps<Thing>) {
  const { Ordered, kind, address, nameOf, grid = cardGridLook } = of;
  const cards = (
    <ul className={grid}>
      {things.map((thing) => (
        <li key={thing.id} className={cardLook}>
          {card(thing)}
        </li>
      ))}
    </ul>
  );
  return Ordered ? (
    <Ordered kind={kind} address={address} nameOf={nameOf} things={things}>
      {cards}
    </Ordered>
  ) : (
    cards
  );
}
