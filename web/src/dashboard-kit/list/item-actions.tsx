import { Pencil, Trash2 } from 'lucide-react';
import * as strings from '../../strings.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';

interface ItemActionsProps {
  /** Id of the element that names the item, since every card has the same two buttons. */
  describedBy: string;
  onDelete: () => void;
  onEdit: () => void;
  className?: string;
}

/** Delete and Edit at the bottom of a card. Both are unfilled: the screen's primary action is at its top. */
export function ItemActions({ describedBy, onDelete, onEdit, className }: ItemActionsProps) {
  return (
    <div className={classNames('flex gap-2', className)}>
      <Button tone="quiet" className="min-w-0 flex-1 px-4" aria-describedby={describedBy} onClick={onDelete}>
        <Trash2 aria-hidden="true" size={16} />
        {strings.deleteAction}
      </Button>
      <Button tone="secondary" className="min-w-0 flex-1 px-4" aria-describedby={describedBy} onClick={onEdit}>
        <Pencil aria-hidden="true" size={16} />
        {strings.edit}
      </Button>
    </div>
  );
}
