/** A dashboard screen that lists, edits and deletes items, built from their description. */
import { kinds } from '@site/domain/kinds';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import { type ComponentType, type ReactNode, useId, useRef, useState } from 'react';
import { AdminPage, TokenNeeded } from '../admin-page.js';
import { whilePreparing } from '../admin-image.js';
import type { ApiResponse } from '@/api/api.js';
import { ResourceEditor } from '../editor/resource-editor.js';
import { deleteItem, described, type Described, type Editable, fieldsOf, textOf } from '../editor/resource.js';
import { FactRows } from '../facts.js';
import { iconOf, KindIcon } from '../kind-icon.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { Button } from '@/ui/button.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { useToast } from '@/ui/toast.js';
import {
  cardGridClassName,
  CardImage,
  type CardImageProps,
  CardSkeletons,
  ItemActions,
  PagedList,
} from './paged-list.js';
import { pagedQuery, reloadChanged } from './queries.js';
import type { OrderedListProps } from './ordered-list.js';
import { SearchBox, useSearchText } from './search-box.js';
import { useDeleteWithUndo } from './delete-with-undo.js';

/** Content of a card, above Delete and Edit. */
export interface CardProps<Item> {
  item: Item;
  /** For the element that names the item. */
  nameId: string;
  /** Afterwards the focus returns to `from` if the pressed button is gone. */
  onEdit: (from?: HTMLElement | null) => void;
  onDelete: (from?: HTMLElement | null) => void;
}

export type Listed<Item extends Editable> = Described<Item> & {
  title: string;
  note?: ReactNode;
  /** As in `AdminPage`. */
  tabs?: ReactNode;
  /** At most one item: it can be created only if there is none. */
  single?: boolean;
  add?: string;
  /** For screen readers. */
  loading?: string;
  loadFailed?: string;
  empty: ReactNode;
  /** Set if the list is searchable. */
  search?: { label: string; emptyText: (searchText: string) => string };
  /** The count above the list and its order, such as `['post', 'posts']` and "newest first". */
  counted?: { nouns: [one: string, many: string]; order: string };
  /** Defaults to the picture and the one-line texts of the form. */
  Card?: ComponentType<CardProps<Item>>;
  /** Shown beside the texts of the default card. */
  mark?: (item: Item) => ReactNode;
  Ordered?: ComponentType<OrderedListProps<Item>>;
  /** Grid classes; by default, as many columns as fit. */
  grid?: string;
  imageShape?: string;
  placeholders: number;
};

export function ListScreen<Item extends Editable>({ of }: { of: Listed<Item> }) {
  return (
    <TokenNeeded title={of.title}>
      <Screen of={{ ...of, ...described(of) }} />
    </TokenNeeded>
  );
}

type Complete<Item extends Editable> = Omit<Listed<Item>, 'remove'> & ReturnType<typeof described<Item>>;

function Screen<Item extends Editable>({ of }: { of: Complete<Item> }) {
  const client = useQueryClient();
  const showToast = useToast();
  const [searchText, setSearchText] = useSearchText();
  const searched = of.search ? searchText : '';
  const { list } = kinds[of.kind];
  const query = pagedQuery<Item>(
    ['admin', list, ...(searched ? [searched] : [])],
    of.address,
    searched ? { q: searched } : {},
  );
  const items = useInfiniteQuery({
    ...query,
    refetchInterval: whilePreparing,
    placeholderData: keepPreviousData,
  });
  const region = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<Item | 'new'>();
  const returnTo = useRef<HTMLElement | null>(undefined);
  const isEmpty = items.data?.length === 0;

  /** Updates the cache: a single item's create button must be gone when the dialog closes. */
  function putIn(item: Item | null) {
    const page: ApiResponse<Item | null> = { status: true, action: '', data: item };
    if (of.single) client.setQueryData(query.queryKey, { pages: [page], pageParams: [''] });
  }

  const deletion = useDeleteWithUndo<Item>(of.kind, {
    ...of.remove,
    remove: ({ id }) => deleteItem(of.address, id),
    onDeleted: () => putIn(null),
    // After the only item, the list is gone, so the title gets the focus.
    focusAfter: () => (of.single ? null : region.current),
  });

  function edit(item: Item | 'new', from?: HTMLElement | null) {
    returnTo.current = from;
    setEdited(item);
  }

  function saved({ action, data }: ApiResponse<Item>) {
    const { done } = edited === 'new' ? of.create : of.edit;
    showToast(done?.(data) ?? action);
    // A new item may not match the search.
    if (edited === 'new' && searched) setSearchText('');
    putIn(data);
    reloadChanged(client, list);
    setEdited(undefined);
  }

  return (
    <AdminPage
      title={of.title}
      note={of.note}
      tabs={of.tabs}
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
        <SearchBox label={of.search.label} searchText={searched} onSearch={setSearchText} className="mb-6" />
      )}
      <div
        ref={region}
        tabIndex={-1}
        {...(!of.single && { role: 'group', 'aria-label': of.title })}
        aria-busy={items.isPlaceholderData || undefined}
      >
        <PagedList
          query={items}
          failure={of.loadFailed ?? `We couldn’t load the ${list}. Try again.`}
          placeholder={
            <CardSkeletons
              label={of.loading ?? `Loading the ${list}`}
              count={of.placeholders}
              className={of.grid}
              imageClassName={of.imageShape}
              lines={['h-6 w-4/5', 'mt-2 h-16', 'mt-5 h-11 rounded-full']}
            />
          }
          empty={
            of.search && searched ? (
              <EmptyState Icon={SearchX}>{of.search.emptyText(searched)}</EmptyState>
            ) : (
              <EmptyState Icon={iconOf(of.kind)}>{of.empty}</EmptyState>
            )
          }
          counted={of.counted}
        >
          {(found) => (
            <ListCards
              // Search results and partly loaded lists can't be reordered.
              of={searched || items.hasNextPage ? { ...of, Ordered: undefined } : of}
              items={found}
              card={(item) => (
                <ListedCard
                  of={of}
                  item={item}
                  onEdit={(from) => edit(item, from)}
                  onDelete={(from) => deletion.openDialog(item, from)}
                />
              )}
            />
          )}
        </PagedList>
      </div>
      {edited && (
        <ResourceEditor
          resource={of}
          item={edited === 'new' ? undefined : edited}
          onSaved={saved}
          onClose={() => setEdited(undefined)}
          returnFocusTo={() => returnTo.current}
        />
      )}
      {deletion.dialog}
    </AdminPage>
  );
}

interface ListedCardProps<Item extends Editable> extends Omit<CardProps<Item>, 'nameId'> {
  of: Complete<Item>;
}

function ListedCard<Item extends Editable>({ of, ...rest }: ListedCardProps<Item>) {
  const card = { ...rest, nameId: useId() };
  return (
    <>
      {of.Card ? <of.Card {...card} /> : <DefaultCard of={of} {...card} />}
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

const shortInputTypes = ['text', 'number', 'email', 'url', 'tel'];

function DefaultCard<Item extends Editable>({ of, item, nameId }: ListedCardProps<Item> & CardProps<Item>) {
  const fields = fieldsOf(of);
  const facts = fields
    .filter(([, { type = 'text' }]) => shortInputTypes.includes(type))
    .map(([name, { label }]): [string, string] => [label, textOf(item[name as keyof Item])]);
  return (
    <>
      {fields.some(([, { type }]) => type === 'picture') && (
        <CardImage
          item={item as CardImageProps['item']}
          alt={`Picture of ${of.nameOf(item)}`}
          shape={of.imageShape}
          fallback={
            <span className="flex size-full items-center justify-center">
              <KindIcon type={of.kind} />
            </span>
          }
        />
      )}
      <div className="flex items-start gap-4 p-4 pb-0">
        {of.mark?.(item)}
        <FactRows facts={facts} name={facts[0]?.[0]} nameId={nameId} multiline className="min-w-0 flex-1" />
      </div>
    </>
  );
}

const cardClassName =
  'card relative flex flex-col overflow-hidden transition-colors duration-150 has-[[data-open]]:hover:bg-surface-raised';

interface ListCardsProps<Item extends Editable> {
  of: Pick<Complete<Item>, 'kind' | 'address' | 'nameOf' | 'grid'> & {
    Ordered?: ComponentType<OrderedListProps<Item>> | undefined;
  };
  items: Item[];
  card: (item: Item) => ReactNode;
}

function ListCards<Item extends Editable>({ of, items, card }: ListCardsProps<Item>) {
  const { Ordered, kind, address, nameOf, grid = cardGridClassName } = of;
  const cards = (
    <ul className={grid}>
      {items.map((item) => (
        <li key={item.id} className={cardClassName}>
          {card(item)}
        </li>
      ))}
    </ul>
  );
  return Ordered ? (
    <Ordered kind={kind} address={address} nameOf={nameOf} items={items}>
      {cards}
    </Ordered>
  ) : (
    cards
  );
}
