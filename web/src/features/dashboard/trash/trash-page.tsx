import { useInfiniteQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { ShowMore } from '../../../dashboard-kit/list/show-more.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import * as strings from '../../../strings.js';
import { trashQuery } from './trash.js';
import { TrashRow } from './trash-row.js';

/** /dashboard/trash: what was deleted in the last 30 days and can be restored. */
export function Page() {
  const trash = useInfiniteQuery({ ...trashQuery, staleTime: 0 });
  const list = useRef<HTMLUListElement>(null);
  return (
    <AdminPage
      title={strings.sidebarTrash}
      note="Whatever is deleted or rejected stays here for 30 days and can be brought back."
    >
      <Loaded query={trash} failure="The trash could not be loaded." placeholder={<Placeholder />}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState Icon={Trash2}>The trash is empty.</EmptyState>
          ) : (
            <>
              <ul ref={list} tabIndex={-1} aria-label="Deleted" className="card divide-y divide-line px-4 py-1 md:px-6">
                {items.map((item) => (
                  <TrashRow key={`${item.type}/${item.id}`} item={item} onRestored={() => list.current?.focus()} />
                ))}
              </ul>
              <ShowMore list={trash} />
            </>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the trash" className="card divide-y divide-line px-4 py-1 md:px-6">
      {['1', '2', '3', '4'].map((key) => (
        <div key={key} className="flex items-center gap-4 py-4">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex-1">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="mt-2 h-4 w-1/4" />
          </div>
          <Skeleton className="h-11 w-28 rounded-full" />
        </div>
      ))}
    </Loading>
  );
}
