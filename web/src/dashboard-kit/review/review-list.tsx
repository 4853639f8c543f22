/** Cards of submissions, operable by single keys. */
import type { KeyboardEvent, ReactNode } from 'react';
import { Fragment } from 'react';
import { ShowMore } from '@/ui/lists/show-more.js';
import { ListOrder } from '../list/paged-list.js';
import type { Selection } from '../list/selection.js';
import type { ReviewKind } from './review-kind.js';
import type { Decision, RequestState, Submission } from './submission-lists.js';

/** The card's element with `data-open={item.id}` gets the focus. */
export interface ReviewCardProps<Item> {
  item: Item;
  selected: boolean;
  selectBox: ReactNode;
  onOpen: () => void;
  onOpenDialog: (decision: Decision) => void;
}

interface ReviewListProps<Item extends Submission> {
  kind: ReviewKind<Item>;
  state: RequestState;
  searchText: string;
  items: Item[];
  hasMore: boolean;
  selection: Selection<Item>;
  onOpen: (item: Item) => void;
  onOpenDialog: (decision: Decision, item: Item) => void;
  card: (props: ReviewCardProps<Item>) => ReactNode;
  wrap: ((cards: ReactNode) => ReactNode) | undefined;
}

/** Arrow keys move between cards and X selects; on pending cards, A approves and R rejects. */
export function ReviewList<Item extends Submission>(props: ReviewListProps<Item>) {
  const { kind, state, searchText, items, hasMore, selection, onOpen, onOpenDialog, card } = props;
  const wrap = props.wrap ?? ((cards) => cards);
  const { label, nouns, order, gridClassName } = kind.tabs[state];
  const more = kind.useMore(state, searchText);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const cards = [...(event.currentTarget.firstElementChild?.children ?? [])] as HTMLElement[];
    const index = cards.findIndex((one) => one.contains(event.target as Node));
    const item = items[index];
    if (!item) return;
    const decision = state === 'pending' ? decisionOf(event.key) : undefined;
    const neighbor = cards[index + stepOf(event.key, cards)];
    const selects = event.key.toLowerCase() === 'x';
    if (!decision && !selects && (!neighbor || neighbor === cards[index])) return;
    event.preventDefault();
    if (selects) selection.toggle(item);
    else if (decision === 'approve' && kind.hindranceOf(item)) return;
    else if (decision) onOpenDialog(decision, item);
    else neighbor?.querySelector<HTMLElement>('[data-open]')?.focus();
  }

  return (
    <>
      <ListOrder count={items.length} hasMore={hasMore} nouns={nouns} order={order} />
      {wrap(
        // The keys are shortcuts for the buttons inside.
        <div role="presentation" onKeyDown={onKeyDown}>
          <ul aria-label={label} className={gridClassName}>
            {items.map((item) => (
              <Fragment key={item.id}>
                {card({
                  item,
                  selected: selection.has(item),
                  selectBox: (
                    <label className="flex size-11 items-center justify-center">
                      <span className="flex size-8 items-center justify-center rounded-md bg-surface/85">
                        <input
                          type="checkbox"
                          checked={selection.has(item)}
                          onChange={() => selection.toggle(item)}
                          aria-label={`Select ${kind.nameOf(item)}`}
                          className="size-5 tick"
                        />
                      </span>
                    </label>
                  ),
                  onOpen: () => onOpen(item),
                  onOpenDialog: (decision) => onOpenDialog(decision, item),
                })}
              </Fragment>
            ))}
          </ul>
        </div>,
      )}
      <ShowMore list={{ ...more, hasNextPage: hasMore }} />
    </>
  );
}

/** Returns the decision of a key: A approves, R rejects, in any case. */
export function decisionOf(key: string): 'approve' | 'reject' | undefined {
  const lower = key.toLowerCase();
  if (lower === 'a') return 'approve';
  return lower === 'r' ? 'reject' : undefined;
}

/** Returns how far an arrow key moves in the grid; 0 for other keys. */
function stepOf(key: string, cards: HTMLElement[]): number {
  const columns = cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length;
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  return steps[key] ?? 0;
}
