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
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates, useSortable } from '@dnd-kit/sortable';
import { type InfiniteData, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { post, serverMessageOf } from '../../api/admin.js';
import { type Answer } from '../../api/api.js';
import { IconButton } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import { useToast } from '../../ui/toast.js';
import { reloadChanged } from './queries.js';

export interface OrderedListProps<Thing> extends Moves<Thing> {
  things: Thing[];
  grid: string;
  itemLook: string;
  item: (thing: Thing) => ReactNode;
}

/** Further than a finger moves during a tap. */
const dragsFromPixels = 6;

const instructions =
  'To move an item, press the space bar, then the arrow keys. Press the space bar again to drop it, or Escape to cancel.';

/** Each move is saved immediately. */
export function OrderedList<Thing extends { id: string }>(props: OrderedListProps<Thing>) {
  const { things, grid, nameOf } = props;
  const move = useMoves(props);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragsFromPixels } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const placeOf = (id: UniqueIdentifier | undefined) => things.findIndex((thing) => thing.id === id);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{ announcements: wordsFor(things, nameOf), screenReaderInstructions: { draggable: instructions } }}
      onDragEnd={({ active, over }) => over && move(things, placeOf(active.id), placeOf(over.id))}
    >
      <SortableContext items={things} strategy={rectSortingStrategy}>
        <ul className={grid}>
          {things.map((thing, index) => (
            <Item key={thing.id} list={props} thing={thing} index={index} onMove={(to) => move(things, index, to)} />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

function wordsFor<Thing extends { id: string }>(things: Thing[], nameOf: (thing: Thing) => string): Announcements {
  const find = (id: UniqueIdentifier) => things.find((thing) => thing.id === id);
  const name = (id: UniqueIdentifier) => {
    const thing = find(id);
    return thing ? `“${nameOf(thing)}”` : 'It';
  };
  const place = (id: UniqueIdentifier) => `${things.findIndex((thing) => thing.id === id) + 1} of ${things.length}`;
  return {
    onDragStart: ({ active }) => `${name(active.id)} picked up at ${place(active.id)}.`,
    // On pickup, the item is "over" its own position; announcing that would interrupt the first announcement.
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id ? `${name(active.id)} would move to ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) => `${name(active.id)} dropped at ${place((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} stays at ${place(active.id)}.`,
  };
}

interface ItemProps<Thing> {
  list: OrderedListProps<Thing>;
  thing: Thing;
  index: number;
  onMove: (to: number) => void;
}

function Item<Thing extends { id: string }>({ list, thing, index, onMove }: ItemProps<Thing>) {
  const { things, nameOf, itemLook, item } = list;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: thing.id,
    attributes: { roleDescription: 'movable' },
  });
  const name = nameOf(thing);
  return (
    <li
      ref={setNodeRef}
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined, transition }}
      className={classNames(itemLook, isDragging && 'z-20 opacity-90 ring-2 ring-sky')}
    >
      {item(thing)}
      {things.length > 1 && (
        // Stacked above a button that covers the card.
        <div className="relative z-10 flex items-center justify-center gap-1 border-t border-line px-4 py-1">
          <IconButton
            label={`Move ${name} up`}
            aria-disabled={index === 0 || undefined}
            onClick={() => onMove(index - 1)}
          >
            <ArrowUp aria-hidden="true" size={18} />
          </IconButton>
          <IconButton
            label={`Drag ${name} to another position`}
            ref={setActivatorNodeRef}
            {...attributes}
            {...listeners}
            className="cursor-grab touch-none active:cursor-grabbing"
          >
            <GripVertical aria-hidden="true" size={18} />
          </IconButton>
          <IconButton
            label={`Move ${name} down`}
            aria-disabled={index === things.length - 1 || undefined}
            onClick={() => onMove(index + 1)}
          >
            <ArrowDown aria-hidden="true" size={18} />
          </IconButton>
        </div>
      )}
    </li>
  );
}

export interface Moves<Thing> {
  kind: KindName;
  /** `order` below it saves the order. */
  address: string;
  queryKey: QueryKey;
  nameOf: (thing: Thing) => string;
}

interface Move {
  id: string;
  before_id?: string | undefined;
}

function moved<Thing>(things: Thing[], from: number, to: number): Thing[] {
  const rest = things.filter((_thing, index) => index !== from);
  return [...rest.slice(0, to), ...things.slice(from, from + 1), ...rest.slice(to)];
}

/**
 * Moves an item of a fully loaded list at once on screen, then on the server. A move that can't be saved is reverted
 * with the reason.
 */
function useMoves<Thing extends { id: string }>({ kind, address, queryKey, nameOf }: Moves<Thing>) {
  const client = useQueryClient();
  const showToast = useToast();
  const mutationKey = ['admin', 'order', kind];
  const saving = useMutation({
    mutationKey,
    // Serializes moves.
    scope: { id: `order of ${kind}` },
    mutationFn: (move: Move) => post<null>(`${address}/order`, move),
    onError: (error) => {
      const said = serverMessageOf(error);
      showToast(`We couldn’t save the order. ${said ?? 'Please try again.'}`, 'error');
    },
    // While more moves are queued, a reload would be older than the screen.
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) reloadChanged(client, kinds[kind].list);
    },
  });

  function put(things: Thing[]) {
    void client.cancelQueries({ queryKey });
    client.setQueryData<InfiniteData<Answer<Thing[]>>>(queryKey, (data) => {
      const [page] = data?.pages ?? [];
      return page && { pages: [{ ...page, data: things, next_cursor: null }], pageParams: [''] };
    });
  }

  return function move(things: Thing[], from: number, to: number) {
    const thing = things[from];
    if (!thing || from === to || to < 0 || to >= things.length) return;
    const after = moved(things, from, to);
    const nextOf = (list: Thing[]) => list[list.indexOf(thing) + 1]?.id;
    put(after);
    saving.mutate({ id: thing.id, before_id: nextOf(after) });
    showToast(`“${nameOf(thing)}” is now ${to + 1} of ${things.length}.`, 'success', {
      label: 'Undo',
      onClick: () => {
        put(things);
        saving.mutate({ id: thing.id, before_id: nextOf(things) });
      },
    });
  };
}
