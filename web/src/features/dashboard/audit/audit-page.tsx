import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { AdminPage } from '../../../dashboard-kit/admin-page.js';
import { Details } from '../../../dashboard-kit/details.js';
import { EmptyState } from '../../../dashboard-kit/list/empty-state.js';
import { AuditSentence } from '../../../domain/audit/audit-sentence.js';
import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { Loaded } from '../../../dashboard-kit/list/loaded.js';
import { pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { ShowMore } from '../../../dashboard-kit/list/show-more.js';
import { KindIcon } from '../../../dashboard-kit/kind-icon.js';
import { Loading, Skeleton } from '../../../ui/skeleton.js';
import { useNow } from '../../../domain/time/clock.js';
import { clockTime } from '../../../domain/time/times.js';
import * as strings from '../../../strings.js';
import { byDay } from './days.js';

const auditQuery = pagedQuery<AuditEntry>(['admin', 'audit'], '/admin/main/audit');

/** /dashboard/audit: who did what, which, when and from where, newest first. */
export function Page() {
  const audit = useInfiniteQuery({ ...auditQuery, staleTime: 0 });
  return (
    <AdminPage title={strings.sidebarAudit} note="Who did what, when and from where. Nobody can change this list.">
      <Loaded query={audit} failure="The audit log could not be loaded." placeholder={<Placeholder />}>
        {(entries) =>
          entries.length === 0 ? (
            <EmptyState Icon={ScrollText}>
              Nothing has been done yet. Everything that admins and moderators do will be listed here.
            </EmptyState>
          ) : (
            <>
              <Days entries={entries} />
              <ShowMore list={audit} />
            </>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

function Days({ entries }: { entries: AuditEntry[] }) {
  const now = useNow();
  return (
    <div className="flex flex-col gap-8">
      {byDay(entries, now).map(({ date, name, entries: ofDay }) => (
        <section key={date} aria-labelledby={`day-${date}`}>
          <h2 id={`day-${date}`} className="mb-2 text-base font-semibold">
            {name}
          </h2>
          <ol className="card divide-y divide-line px-4 py-1 md:px-6">
            {ofDay.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  return (
    <li className="flex items-start gap-3 py-3 md:gap-4">
      <KindIcon type={entry.action.split('.')[0] ?? ''} />
      <div className="min-w-0 flex-1">
        <p>
          <AuditSentence entry={entry} />
        </p>
        <p className="figures text-sm text-ink-soft">
          <time dateTime={entry.at}>{clockTime(Date.parse(entry.at))}</time>
          {entry.client_address && <> from {entry.client_address}</>}
        </p>
        <Details>
          <dl className="figures grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 break-all">
            <dt>Action</dt>
            <dd>{entry.action}</dd>
            <dt>Subject</dt>
            <dd>{entry.subject_id || '–'}</dd>
            <dt>Person</dt>
            <dd>{entry.principal_id}</dd>
            <dt>Request</dt>
            <dd>{entry.request_id || '–'}</dd>
          </dl>
        </Details>
      </div>
    </li>
  );
}

function Placeholder() {
  return (
    <Loading label="Loading the audit log">
      <Skeleton className="mb-2 h-6 w-48" />
      <div className="card divide-y divide-line px-4 py-1 md:px-6">
        {['1', '2', '3', '4', '5', '6'].map((key) => (
          <div key={key} className="flex gap-4 py-3">
            <Skeleton className="size-10 rounded-full" />
            <div className="flex-1">
              <Skeleton className="h-5 w-3/5" />
              <Skeleton className="mt-2 h-4 w-2/5" />
            </div>
          </div>
        ))}
      </div>
    </Loading>
  );
}
