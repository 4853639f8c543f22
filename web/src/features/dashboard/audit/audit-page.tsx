import { ScrollText } from 'lucide-react';
import { Details } from '../../../dashboard-kit/details.js';
import { AuditSentence } from '../../../domain/audit/audit-sentence.js';
import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { LogScreen } from '../../../dashboard-kit/list/log-screen.js';
import { pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { KindIcon } from '../../../dashboard-kit/kind-icon.js';
import { useNow } from '../../../domain/time/clock.js';
import { clockTime } from '../../../domain/time/times.js';
import * as strings from '../../../strings.js';
import { byDay } from './days.js';

const auditQuery = pagedQuery<AuditEntry>(['admin', 'audit'], '/admin/main/audit');

/** /dashboard/audit: who did what, which, when and from where, newest first. */
export function Page() {
  return (
    <LogScreen
      title={strings.sidebarAudit}
      note="Who did what, when and from where. Nobody can change this list."
      name="audit log"
      query={auditQuery}
      Icon={ScrollText}
      empty="Nothing has been done yet. Everything that admins and moderators do will be listed here."
    >
      {(entries) => <Days entries={entries} />}
    </LogScreen>
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
