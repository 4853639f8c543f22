/** Bar that approves or rejects the selected photos. */
import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.responses';
import { Trash2 } from 'lucide-react';
import type { Decision, RequestState } from '@/dashboard-kit/submissions/submission-lists.js';
import { Button } from '@/ui/button.js';
import * as dashboardStrings from '@/strings/dashboard-strings.js';
import { type Selection, SelectionBar } from '@/dashboard-kit/list/selection.js';
import { hindranceOf } from './snapshots.js';

interface BulkBarProps {
  state: RequestState;
  selection: Selection<ModeratedSnapshot>;
  snapshots: ModeratedSnapshot[];
  onOpenDialog: (decision: Decision) => void;
}

export function BulkBar({ state, selection, snapshots, onOpenDialog }: BulkBarProps) {
  const { selected } = selection;
  const noneApprovable = selected.every(hindranceOf);
  return (
    <SelectionBar nouns={['photo', 'photos']} selection={selection} items={snapshots}>
      {state === 'pending' ? (
        <>
          <Button tone="secondary" onClick={() => onOpenDialog('reject')}>
            {dashboardStrings.reject} {selected.length}
          </Button>
          <Button
            aria-disabled={noneApprovable || undefined}
            title={noneApprovable ? 'None of them can be approved right now.' : undefined}
            onClick={() => !noneApprovable && onOpenDialog('approve')}
          >
            {dashboardStrings.approve} {selected.filter((snapshot) => !hindranceOf(snapshot)).length}
          </Button>
        </>
      ) : (
        <Button tone="secondary" onClick={() => onOpenDialog('delete')}>
          <Trash2 aria-hidden="true" size={16} />
          {dashboardStrings.deleteAction} {selected.length}
        </Button>
      )}
    </SelectionBar>
  );
}
