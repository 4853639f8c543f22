import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button, IconButton } from '@/ui/button.js';
import { amount } from '@/ui/number-format.js';
import { BottomBar } from '../bottom-bar.js';

/** Items selected for a bulk action; those that left the list don't count. */
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
    deselect: (those: Item[]) =>
      setMarked((now) => {
        const removedIds = new Set(those.map(({ id }) => id));
        return new Set([...now].filter((id) => !removedIds.has(id)));
      }),
    select: (those: Item[]) => setMarked(new Set(those.map(({ id }) => id))),
  };
}
export type Selection<Item extends { id: string }> = ReturnType<typeof useSelection<Item>>;

interface SelectionBarProps<Item extends { id: string }> {
  nouns: [one: string, many: string];
  selection: Selection<Item>;
  items: Item[];
  children: ReactNode;
}

export function SelectionBar<Item extends { id: string }>(props: SelectionBarProps<Item>) {
  const { nouns, selection, items, children } = props;
  const { selected } = selection;
  if (selected.length === 0) return null;
  return (
    <BottomBar label={`Selected ${nouns[1]}`} className="pl-4">
      <p role="status" className="figures font-semibold">
        {amount(selected.length, ...nouns)} selected
      </p>
      <IconButton label="Clear the selection" onClick={() => selection.select([])}>
        <X aria-hidden="true" size={18} />
      </IconButton>
      {selected.length < items.length && (
        <Button tone="quiet" size="small" className="min-h-11" onClick={() => selection.select(items)}>
          Select all {items.length}
        </Button>
      )}
      <div className="ml-auto flex flex-wrap gap-2">{children}</div>
    </BottomBar>
  );
}
