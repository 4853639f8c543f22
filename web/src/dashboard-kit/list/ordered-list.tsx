/** A list whose order the user can change, by dragging or by keyboard. */
import { type KindName, kinds } from '@site/domain/kinds';
import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ArrowUpDown, GripVertical } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { post, serverMessageOf } from '@/api/admin.js';
import { Button, IconButton } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { amount } from '@/ui/number-format.js';
import { useToast } from '@/ui/toast.js';
import { Failure } from '../action-dialog.js';
import { useDraft, useStoredDraft } from '../editor/drafts.js';
import { reloadChanged } from './queries.js';

interface Identified {
  id: string;
}

export interface OrderedListProps<Item extends Identified> {
  kind: KindName;
  /** `order` below it saves the order. */
  address: string;
  nameOf: (item: Item) => string;
  /** All of them, in the current order. */
  items: Item[];
  /** The list as usual. */
  children: ReactNode;
}

/** Further than a finger moves during a tap. */
const dragsFromPixels = 6;

const instructions =
  'To move an item, press the space bar, then the arrow keys. Press the space bar again to drop it, or Escape to cancel.';

/** A list with a button that shows it as rows. Moving rows is saved with one request. */
export function OrderedList<Item extends Identified>(props: OrderedListProps<Item>) {
  const { kind, items, children } = props;
  const draft = useDraft<{ ids: string[] }>(`order ${kind}`);
  const [ids, setIds] = useState(draft.found?.ids);
  useStoredDraft(draft, ids ? { ids } : undefined);
  if (items.length < 2) return children;
  if (ids) return <OrderEditor {...props} ids={ids} onChange={setIds} onEnd={() => setIds(undefined)} />;
  return (
    <>
      <div className="mb-4 flex">
        <Button tone="secondary" size="small" className="min-h-11" onClick={() => setIds(items.map(({ id }) => id))}>
          <ArrowUpDown aria-hidden="true" size={16} />
          Change the order
        </Button>
      </div>
      {children}
    </>
  );
}

interface OrderEditorProps<Item extends Identified> extends Omit<OrderedListProps<Item>, 'children'> {
  ids: string[];
  onChange: (ids: string[]) => void;
  onEnd: () => void;
}

function OrderEditor<Item extends Identified>({
  kind,
  address,
  nameOf,
  items,
  ids,
  onChange,
  onEnd,
}: OrderEditorProps<Item>) {
  const saving = useSavedOrder(kind, address);
  // Items that others have added are last; those they have deleted are gone.
  const existing = ids.flatMap((id) => items.find((item) => item.id === id) ?? []);
  const ordered = [...existing, ...items.filter(({ id }) => !ids.includes(id))];
  const before = items.map(({ id }) => id);
  const isChanged = ordered.some(({ id }, index) => id !== before[index]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragsFromPixels } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: UniqueIdentifier | undefined) => ordered.findIndex((item) => item.id === id);

  function move(from: number, to: number) {
    if (saving.isPending || from === -1 || to < 0 || to >= ordered.length) return;
    const rest = ordered.map(({ id }) => id);
    rest.splice(to, 0, ...rest.splice(from, 1));
    onChange(rest);
  }

  function save() {
    if (!isChanged) return onEnd();
    saving.mutate({ ids: ordered.map(({ id }) => id), before }, { onSuccess: onEnd });
  }

  return (
    <>
      <div className="sticky top-0 z-20 -mx-1 mb-3 flex flex-wrap items-center gap-3 bg-canvas px-1 py-2">
        <p className="min-w-0 flex-1 text-ink-soft">Move the items, then save the order once.</p>
        <Button tone="secondary" aria-disabled={saving.isPending || undefined} onClick={onEnd}>
          Cancel
        </Button>
        <Button busyLabel={saving.isPending && 'Saving…'} onClick={save}>
          Save order
        </Button>
      </div>
      <Failure text="We couldn’t save the order." error={saving.error} className="mb-3" />
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements: createAnnouncements(ordered, nameOf),
          screenReaderInstructions: { draggable: instructions },
        }}
        onDragEnd={({ active, over }) => over && move(placeOf(active.id), placeOf(over.id))}
      >
        <SortableContext items={ordered} strategy={verticalListSortingStrategy}>
          <ol aria-label="Order" className="card divide-y divide-line">
            {ordered.map((item, index) => (
              <Row
                key={item.id}
                id={item.id}
                name={nameOf(item)}
                index={index}
                count={ordered.length}
                onMove={(to) => move(index, to)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
    </>
  );
}

function createAnnouncements<Item extends Identified>(items: Item[], nameOf: (item: Item) => string): Announcements {
  const find = (id: UniqueIdentifier) => items.find((item) => item.id === id);
  const name = (id: UniqueIdentifier) => {
    const item = find(id);
    return item ? `“${nameOf(item)}”` : 'It';
  };
  const place = (id: UniqueIdentifier) => `${items.findIndex((item) => item.id === id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `${name(active.id)} picked up at ${place(active.id)}.`,
    // On pickup, the item is "over" its own position; announcing that would interrupt the first announcement.
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id ? `${name(active.id)} would move to ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) => `${name(active.id)} dropped at ${place((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} stays at ${place(active.id)}.`,
  };
}

interface RowProps {
  id: string;
  name: string;
  index: number;
  count: number;
  onMove: (to: number) => void;
}

function Row({ id, name, index, count, onMove }: RowProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
    attributes: { roleDescription: 'movable' },
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined, transition }}
      className={classNames(
        'flex items-center gap-1 bg-surface px-2 py-1',
        isDragging && 'relative z-10 ring-2 ring-sky',
      )}
    >
      <IconButton
        label={`Drag ${name} to another position`}
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className="cursor-grab touch-none active:cursor-grabbing"
      >
        <GripVertical aria-hidden="true" size={18} />
      </IconButton>
      <span className="figures min-w-8 text-right text-ink-soft">{index + 1}</span>
      <span className="line-clamp-2 min-w-0 flex-1 px-2 wrap-anywhere">{name}</span>
      <IconButton label={`Move ${name} up`} aria-disabled={index === 0 || undefined} onClick={() => onMove(index - 1)}>
        <ArrowUp aria-hidden="true" size={18} />
      </IconButton>
      <IconButton
        label={`Move ${name} down`}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => onMove(index + 1)}
      >
        <ArrowDown aria-hidden="true" size={18} />
      </IconButton>
    </li>
  );
}

/** Saves an order with a message that can undo it. */
function useSavedOrder(kind: KindName, address: string) {
  const client = useQueryClient();
  const showToast = useToast();
  const { list } = kinds[kind];
  const save = async (ids: string[]) => {
    await post<null>(`${address}/order`, { ids });
    reloadChanged(client, list);
    // Until then, the list would show the old order.
    await client.invalidateQueries({ queryKey: ['admin', list] }, { cancelRefetch: false });
  };
  const undoing = useMutation({
    mutationFn: save,
    onSuccess: () => showToast('The earlier order is back.'),
    onError: (error) => showToast(serverMessageOf(error) || 'We couldn’t save the order. Try again.', 'error'),
  });
  return useMutation({
    mutationFn: ({ ids }: { ids: string[]; before: string[] }) => save(ids),
    onSuccess: (_result, { ids, before }) =>
      showToast(`Saved the order of ${amount(ids.length, 'item', 'items')}.`, 'success', {
        label: 'Undo',
        onClick: () => undoing.mutate(before),
      }),
    // Another user may have changed the list.
    onError: () => reloadChanged(client, list),
  });
}
