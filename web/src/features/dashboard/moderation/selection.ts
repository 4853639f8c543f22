import type { ModeratedSnapshot } from '@site/proto/submissions/v1/snapshots.answers';
import { useState } from 'react';

/** Photos that are marked to be decided on together; only those that are in the list count. */
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
    /** What has been decided on is not selected when it comes back. */
    forget: (those: ModeratedSnapshot[]) =>
      setMarked((now) => {
        const gone = new Set(those.map(({ id }) => id));
        return new Set([...now].filter((id) => !gone.has(id)));
      }),
    select: (those: ModeratedSnapshot[]) => setMarked(new Set(those.map(({ id }) => id))),
  };
}
export type Selection = ReturnType<typeof useSelection>;
