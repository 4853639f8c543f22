import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { LogScreen } from '../../../dashboard-kit/list/log-screen.js';
import * as strings from '../../../strings.js';
import { trashQuery } from './trash.js';
import { TrashRow } from './trash-row.js';

/** /dashboard/trash: items deleted in the last 30 days. */
export function Page() {
  const list = useRef<HTMLUListElement>(null);
  return (
    <LogScreen
      title={strings.sidebarTrash}
      note="Deleted and rejected items stay here for 30 days and can be restored. Last deleted first."
      name="trash"
      query={trashQuery}
      Icon={Trash2}
      empty="The trash is empty."
    >
      {(items) => (
        <ul ref={list} tabIndex={-1} aria-label="Deleted" className="card divide-y divide-line px-4 py-1 md:px-6">
          {items.map((item) => (
            <TrashRow key={`${item.type}/${item.id}`} item={item} onRestored={() => list.current?.focus()} />
          ))}
        </ul>
      )}
    </LogScreen>
  );
}
