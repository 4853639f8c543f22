import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { Trash2, X } from 'lucide-react';
import type { Decision, RequestState } from '../../../dashboard-kit/requests/request-lists.js';
import { amount } from '../../../ui/figures.js';
import { Button, IconButton } from '../../../ui/button.js';
import * as strings from '../../../strings.js';
import type { Selection } from './selection.js';
import { hindranceOf } from './snapshot-lists.js';

interface BulkBarProps {
  state: RequestState;
  selection: Selection;
  /** All that could be selected. */
  snapshots: ModeratedSnapshot[];
  onAsk: (decision: Decision) => void;
}

/** What can be done to all selected photos at once; stays in sight while the list scrolls. */
export function BulkBar({ state, selection, snapshots, onAsk }: BulkBarProps) {
  const { selected } = selection;
  if (selected.length === 0) return null;
  const noneApprovable = selected.every(hindranceOf);
  return (
    <div
      role="group"
      aria-label="Selected photos"
      className="card sticky bottom-4 z-20 mt-6 flex flex-wrap items-center gap-2 p-3 pl-4 ring-1 ring-line"
    >
      <p role="status" className="figures font-semibold">
        {amount(selected.length, 'photo', 'photos')} selected
      </p>
      <IconButton label="Clear the selection" onClick={() => selection.select([])}>
        <X aria-hidden="true" size={18} />
      </IconButton>
      {selected.length < snapshots.length && (
        <Button tone="quiet" size="small" className="min-h-11" onClick={() => selection.select(snapshots)}>
          Select all {snapshots.length}
        </Button>
      )}
      <div className="ml-auto flex flex-wrap gap-2">
        {state === 'pending' ? (
          <>
            <Button tone="secondary" onClick={() => onAsk('reject')}>
              {strings.reject} {selected.length}
            </Button>
            <Button
              aria-disabled={noneApprovable || undefined}
              title={noneApprovable ? 'None of them can be approved at the moment.' : undefined}
              onClick={() => !noneApprovable && onAsk('approve')}
            >
              {strings.approve} {selected.filter((snapshot) => !hindranceOf(snapshot)).length}
            </Button>
          </>
        ) : (
          <Button tone="secondary" onClick={() => onAsk('delete')}>
            <Trash2 aria-hidden="true" size={16} />
            {strings.deleteAction} {selected.length}
          </Button>
        )}
      </div>
    </div>
  );
}
