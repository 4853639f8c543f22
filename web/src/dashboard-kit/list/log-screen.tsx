/** A dashboard screen with a paged, read-only log. */
import { useInfiniteQuery } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loading, Skeleton } from '@/ui/skeleton.js';
import { AdminPage } from '../admin-page.js';
import { EmptyState } from '@/ui/lists/empty-state.js';
import { PagedList } from './paged-list.js';
import type { pagedQuery } from './queries.js';

interface LogScreenProps<Item extends { id: string }> {
  title: string;
  note: string;
  /** For use inside a sentence, such as "audit log". */
  name: string;
  query: ReturnType<typeof pagedQuery<Item>>;
  Icon: LucideIcon;
  empty: string;
  tools?: ReactNode;
  children: (items: Item[]) => ReactNode;
}

export function LogScreen<Item extends { id: string }>(props: LogScreenProps<Item>) {
  const { title, note, name, query, Icon, empty, tools, children } = props;
  const list = useInfiniteQuery({ ...query, staleTime: 0 });
  return (
    <AdminPage title={title} note={note}>
      {tools}
      <PagedList
        query={list}
        failure={`We couldn’t load the ${name}.`}
        placeholder={
          <Loading label={`Loading the ${name}`} className="card divide-y divide-line px-4 py-1 md:px-6">
            {['1', '2', '3', '4', '5'].map((key) => (
              <div key={key} className="flex items-center gap-4 py-4">
                <Skeleton className="size-10 rounded-full" />
                <div className="flex-1">
                  <Skeleton className="h-5 w-3/5" />
                  <Skeleton className="mt-2 h-4 w-2/5" />
                </div>
              </div>
            ))}
          </Loading>
        }
        empty={<EmptyState Icon={Icon}>{empty}</EmptyState>}
      >
        {children}
      </PagedList>
    </AdminPage>
  );
}
