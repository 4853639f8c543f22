import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.answers';
import type { KeyboardEvent } from 'react';
import { cardGridLook } from '../../../dashboard-kit/list/card-grid.js';
import { ListOrder } from '../../../dashboard-kit/list/list-order.js';
import type { Decision, RequestList as Listed, RequestState } from '../../../dashboard-kit/requests/request-lists.js';
import { ShowMore } from '../../../ui/lists/show-more.js';
import { RequestCard } from './request-card.js';
import type { Selection } from '../../../dashboard-kit/list/selection.js';
import { hindranceOf, snapshots } from './snapshot-lists.js';

interface RequestListProps {
  label: string;
  state: RequestState;
  /** Search words; empty for all. */
  words: string;
  list: Listed<ModeratedSnapshot>;
  selection: Selection<ModeratedSnapshot>;
  onOpen: (snapshot: ModeratedSnapshot) => void;
  onAsk: (decision: Decision, snapshot: ModeratedSnapshot) => void;
}

/** Cards of one state. Arrow keys move between cards and X selects; on pending cards, A approves and R rejects. */
export function RequestList({ label, state, words, list, selection, onOpen, onAsk }: RequestListProps) {
  const more = snapshots.useMore(state, words);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const card = (event.target as Element).closest<HTMLElement>('[data-snapshot]');
    const snapshot = list.items.find(({ id }) => id === card?.dataset.snapshot);
    if (!card || !snapshot) return;
    const decision = state === 'pending' ? decisionOf(event.key) : undefined;
    const neighbour = neighbourOf(card, event.key);
    const selects = event.key.toLowerCase() === 'x';
    if (!decision && !neighbour && !selects) return;
    event.preventDefault();
    if (selects) selection.toggle(snapshot);
    else if (decision === 'approve' && hindranceOf(snapshot)) return;
    else if (decision) onAsk(decision, snapshot);
    else neighbour?.querySelector<HTMLElement>('[data-open]')?.focus();
  }

  return (
    <>
      <ListOrder
        count={list.items.length}
        hasMore={list.nextCursor !== null}
        words={['photo', 'photos']}
        order={state === 'pending' ? 'newest first' : 'latest approval first'}
      />
      {/* The keys are shortcuts for the buttons inside. */}
      <div role="presentation" onKeyDown={onKeyDown}>
        <ul aria-label={label} className={cardGridLook}>
          {list.items.map((snapshot) => (
            <RequestCard
              key={snapshot.id}
              snapshot={snapshot}
              state={state}
              selected={selection.has(snapshot)}
              onSelect={() => selection.toggle(snapshot)}
              onOpen={() => onOpen(snapshot)}
              onAsk={(decision) => onAsk(decision, snapshot)}
            />
          ))}
        </ul>
      </div>
      <ShowMore list={{ ...more, hasNextPage: list.nextCursor !== null }} />
    </>
  );
}

/** Returns the decision for a shortcut key. */
export function decisionOf(key: string): 'approve' | 'reject' | undefined {
  const lower = key.toLowerCase();
  if (lower === 'a') return 'approve';
  return lower === 'r' ? 'reject' : undefined;
}

/** Returns the card that an arrow key moves to. */
function neighbourOf(card: HTMLElement, key: string): HTMLElement | undefined {
  const cards = [...(card.parentElement?.children ?? [])] as HTMLElement[];
  const columns = cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length;
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const step = steps[key];
  return step === undefined ? undefined : cards[cards.indexOf(card) + step];
}
