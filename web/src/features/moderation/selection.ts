import { useState } from 'react';
import type { ModeratedSnapshot } from './snapshot-lists.js';

/** Photos that are marked to be decided on together; what leaves the list leaves the selection, too. */
export function useSelection(snapshots: ModeratedSnapshot[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const selected = snapshots.filter(({ id }) => marked.has(id));
  return {
    selected,
    has: ({ id }: ModeratedSnapshot) => marked.has(id),
    toggle: ({ id }: ModeratedSnapshot) =>
      setMarked((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    select: (those: ModeratedSnapshot[]) => setMarked(new Set(those.map(({ id }) => id))),
  };
}
export type Selection = ReturnType<typeof useSelection>;
