import { useState } from 'react';

/** Items selected for a bulk action; items that left the list don't count. */
export function useSelection<Item extends { id: string }>(items: Item[]) {
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ id }) => marked.has(id));
  return {
    selected,
    has: ({ id }: Item) => marked.has(id),
    toggle: ({ id }: Item) =>
      setMarked((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
    /** Processed items aren't selected if they come back. */
    forget: (those: Item[]) =>
      setMarked((now) => {
        const gone = new Set(those.map(({ id }) => id));
        return new Set([...now].filter((id) => !gone.has(id)));
      }),
    select: (those: Item[]) => setMarked(new Set(those.map(({ id }) => id))),
  };
}
export type Selection<Item extends { id: string }> = ReturnType<typeof useSelection<Item>>;
