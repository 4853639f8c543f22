/** Cards of submitted photos, operable by single keys. */
import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { Copy, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import * as strings from '@/strings/public-strings.js';
import { Ago, FactRows } from '@/dashboard-kit/facts.js';
import { cardGridClassName, ListOrder } from '@/dashboard-kit/list/paged-list.js';
import type { Selection } from '@/dashboard-kit/list/selection.js';
import type { Decision, RequestList as Listed, RequestState } from '@/dashboard-kit/submissions/submission-lists.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { ShowMore } from '@/ui/lists/show-more.js';
import { hindranceOf, senderOf, SnapshotPhoto, snapshots } from './snapshots.js';

interface RequestListProps {
  label: string;
  state: RequestState;
  /** Empty for all. */
  searchText: string;
  list: Listed<ModeratedSnapshot>;
  selection: Selection<ModeratedSnapshot>;
  onOpen: (snapshot: ModeratedSnapshot) => void;
  onOpenDialog: (decision: Decision, snapshot: ModeratedSnapshot) => void;
}

/** Arrow keys move between cards and X selects; on pending cards, A approves and R rejects. */
export function RequestList({ label, state, searchText, list, selection, onOpen, onOpenDialog }: RequestListProps) {
  const more = snapshots.useMore(state, searchText);

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const card = (event.target as Element).closest<HTMLElement>('[data-snapshot]');
    const snapshot = list.items.find(({ id }) => id === card?.dataset.snapshot);
    if (!card || !snapshot) return;
    const decision = state === 'pending' ? decisionOf(event.key) : undefined;
    const neighbor = findNeighbor(card, event.key);
    const selects = event.key.toLowerCase() === 'x';
    if (!decision && !neighbor && !selects) return;
    event.preventDefault();
    if (selects) selection.toggle(snapshot);
    else if (decision === 'approve' && hindranceOf(snapshot)) return;
    else if (decision) onOpenDialog(decision, snapshot);
    else neighbor?.querySelector<HTMLElement>('[data-open]')?.focus();
  }

  return (
    <>
      <ListOrder
        count={list.items.length}
        hasMore={list.nextCursor !== null}
        nouns={['photo', 'photos']}
        order={state === 'pending' ? 'newest first' : 'latest approval first'}
      />
      {/* The keys are shortcuts for the buttons inside. */}
      <div role="presentation" onKeyDown={onKeyDown}>
        <ul aria-label={label} className={cardGridClassName}>
          {list.items.map((snapshot) => (
            <RequestCard
              key={snapshot.id}
              snapshot={snapshot}
              state={state}
              selected={selection.has(snapshot)}
              onSelect={() => selection.toggle(snapshot)}
              onOpen={() => onOpen(snapshot)}
              onOpenDialog={(decision) => onOpenDialog(decision, snapshot)}
            />
          ))}
        </ul>
      </div>
      <ShowMore list={{ ...more, hasNextPage: list.nextCursor !== null }} />
    </>
  );
}

/** Returns the decision of a key: A approves, R rejects, in any case. */
export function decisionOf(key: string): 'approve' | 'reject' | undefined {
  const lower = key.toLowerCase();
  if (lower === 'a') return 'approve';
  return lower === 'r' ? 'reject' : undefined;
}

function findNeighbor(card: HTMLElement, key: string): HTMLElement | undefined {
  const cards = [...(card.parentElement?.children ?? [])] as HTMLElement[];
  const columns = cards.filter(({ offsetTop }) => offsetTop === cards[0]?.offsetTop).length;
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns };
  const step = steps[key];
  return step === undefined ? undefined : cards[cards.indexOf(card) + step];
}

const cardPixels = 400;

interface RequestCardProps {
  snapshot: ModeratedSnapshot;
  state: RequestState;
  selected: boolean;
  onSelect: () => void;
  onOpen: () => void;
  onOpenDialog: (decision: Decision) => void;
}

function RequestCard({ snapshot, state, selected, onSelect, onOpen, onOpenDialog }: RequestCardProps) {
  const nameId = useId();
  const { email, location, picture } = snapshot;
  const sender = senderOf(snapshot);
  const [word, time] = state === 'pending' ? ['Sent', snapshot.created_at] : ['Approved', snapshot.decided_at];
  return (
    <li
      data-snapshot={snapshot.id}
      className={classNames('card flex scroll-mt-20 flex-col overflow-hidden', selected && 'ring-3 ring-sky')}
    >
      <div className="relative aspect-4/3 overflow-hidden bg-surface-raised">
        <SnapshotPhoto snapshot={snapshot} cssPixels={cardPixels} fit="cover" />
        <button
          type="button"
          data-open=""
          aria-label={`Open the photo by ${sender} from ${location}`}
          aria-keyshortcuts={state === 'pending' ? 'A R X' : 'X'}
          onClick={onOpen}
          className="absolute inset-0 rounded-t-lg focus-visible:outline-offset-[-3px]"
        />
        {picture?.duplicate_of?.length ? <DuplicateBadge /> : null}
        {/* Stacked above the button that covers the picture. */}
        <label className="absolute top-1.5 right-1.5 z-10 flex size-11 items-center justify-center">
          <span className="flex size-8 items-center justify-center rounded-md bg-surface/85">
            <input
              type="checkbox"
              checked={selected}
              onChange={onSelect}
              aria-label={`Select the photo by ${sender}`}
              className="size-5 tick"
            />
          </span>
        </label>
      </div>
      <FactRows
        className="flex-1 p-4 pb-3"
        name={strings.name}
        nameId={nameId}
        facts={[
          [strings.name, sender],
          [strings.email, email],
          [dashboardStrings.location, location],
        ]}
      />
      {time && (
        <p className="px-4 text-sm text-ink-soft">
          {word} <Ago at={time} />
        </p>
      )}
      <div className="flex gap-2 p-4 pt-3">
        {state === 'pending' ? (
          <PendingActions
            snapshot={snapshot}
            describedBy={nameId}
            className="min-w-0 flex-1"
            onOpenDialog={onOpenDialog}
          />
        ) : (
          <Button
            tone="secondary"
            size="small"
            className="min-h-11 flex-1"
            aria-describedby={nameId}
            onClick={() => onOpenDialog('delete')}
          >
            <Trash2 aria-hidden="true" size={16} />
            {dashboardStrings.deleteAction}
          </Button>
        )}
      </div>
    </li>
  );
}

interface PendingActionsProps {
  snapshot: ModeratedSnapshot;
  describedBy?: string;
  className: string;
  onOpenDialog: (decision: Decision) => void;
}

/** When approval isn't possible, the button explains why. */
export function PendingActions({ snapshot, describedBy = '', className, onOpenDialog }: PendingActionsProps) {
  const hindranceId = useId();
  const hindrance = hindranceOf(snapshot);
  return (
    <>
      <Button
        tone="secondary"
        className={classNames('px-4', className)}
        aria-describedby={describedBy || undefined}
        onClick={() => onOpenDialog('reject')}
      >
        {dashboardStrings.reject}
      </Button>
      <Button
        className={classNames('px-4', className)}
        aria-disabled={hindrance ? true : undefined}
        aria-describedby={`${describedBy} ${hindrance ? hindranceId : ''}`.trim() || undefined}
        title={hindrance}
        onClick={() => !hindrance && onOpenDialog('approve')}
      >
        {dashboardStrings.approve}
      </Button>
      {hindrance && (
        <span id={hindranceId} hidden>
          {hindrance}
        </span>
      )}
    </>
  );
}

export function DuplicateBadge() {
  return (
    <span className="pointer-events-none absolute top-3 left-3 inline-flex items-center gap-1.5 rounded-full bg-alert-moderate px-3 py-1 text-sm font-semibold text-on-alert-weak">
      <Copy aria-hidden="true" size={14} />
      Looks like an earlier photo
    </span>
  );
}
