import type { ComponentType, ReactNode } from 'react';
import { cardGridLook } from './card-grid.js';
import type { OrderedListProps } from './ordered-list.js';
import type { Moves } from './use-moves.js';

const cardLook =
  'card relative flex flex-col overflow-hidden transition-colors duration-150 has-[[data-open]]:hover:bg-surface-raised';

interface ListCardsProps<Thing> {
  of: Omit<Moves<Thing>, 'queryKey'> & {
    /** Lets editors reorder the list; absent if they can't. */
    Ordered?: ComponentType<OrderedListProps<Thing>> | undefined;
    grid?: string | undefined;
  };
  things: Thing[];
  queryKey: Moves<Thing>['queryKey'];
  card: (thing: Thing) => ReactNode;
}

export function ListCards<Thing extends { id: string }>({ of, things, queryKey, card }: ListCardsProps<Thing>) {
  const { Ordered, kind, address, nameOf, grid = cardGridLook } = of;
  if (Ordered)
    return <Ordered {...{ kind, address, nameOf, grid, things, queryKey }} itemLook={cardLook} item={card} />;
  return (
    <ul className={grid}>
      {things.map((thing) => (
        <li key={thing.id} className={cardLook}>
          {card(thing)}
        </li>
      ))}
    </ul>
  );
}
