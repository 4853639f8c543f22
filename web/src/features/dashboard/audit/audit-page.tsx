/** Audit log: everything by day, or one item's history. */
import type { AuditEntry } from '@site/proto/audit/v1/audit.responses';
import type { AuditKind } from '@site/domain/audit-kinds';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText, SearchX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Details } from '@/dashboard-kit/facts.js';
import { auditDetail, AuditSentence } from '@/components/audit/audit-labels.js';
import { LogScreen } from '@/dashboard-kit/list/log-screen.js';
import { KindIcon } from '@/dashboard-kit/kind-icon.js';
import { useNow } from '@/components/time/clock.js';
import { clockTime } from '@/components/time/times.js';
import * as screenNames from '@/strings/screen-names.js';
import { ButtonLink } from '@/ui/button.js';
import { auditQuery, byDay, hasFilters, pathOfSubject, useAuditFilter } from './audit.js';
import { Export, Tools } from './audit-tools.js';

export function Page() {
  const [{ subject }] = useAuditFilter();
  return subject ? <SubjectHistory subject={subject} /> : <Everything />;
}

function Everything() {
  const [filter, setFilter] = useAuditFilter();
  const { kind, ...others } = filter;
  return (
    <LogScreen
      title={screenNames.audit}
      note="Who did what, when and from where, newest first. Entries can’t be changed."
      name="audit log"
      query={auditQuery(filter)}
      Icon={hasFilters(filter) ? SearchX : ScrollText}
      empty={emptyText(kind, hasFilters(others))}
      tools={<Tools filter={filter} setFilter={setFilter} />}
    >
      {(entries) => <Days entries={entries} onlyOf={(person) => setFilter({ person })} />}
    </LogScreen>
  );
}

function SubjectHistory({ subject }: { subject: string }) {
  const [, setFilter] = useAuditFilter();
  const filter = { subject };
  const query = auditQuery(filter);
  const { data: entries = [] } = useInfiniteQuery({ ...query, staleTime: 0 });
  // The latest name; gone once the subject is purged.
  const label = entries.findLast((entry) => entry.subject_label)?.subject_label;
  return (
    <LogScreen
      title={label ? `“${label}”` : 'History of one item'}
      note="Everything done to this item, oldest first. Entries can’t be changed."
      name="audit log"
      query={query}
      Icon={SearchX}
      empty="No entries for this item. It may never have existed."
      tools={
        <div className="mb-6 flex flex-wrap items-start gap-3">
          <ButtonLink tone="quiet" to="/dashboard/audit">
            Show all entries
          </ButtonLink>
          <Export filter={filter} />
        </div>
      }
    >
      {(found) => (
        <Days entries={found} onlyOf={(person) => setFilter({ subject: undefined, person })} subject={subject} />
      )}
    </LogScreen>
  );
}

function emptyText(kind: AuditKind | undefined, isNarrowed: boolean): string {
  if (isNarrowed) return 'No entries match these filters.';
  return kind
    ? 'No entries of this kind yet.'
    : 'No entries yet. Everything that users do here is recorded in this log.';
}

interface DaysProps {
  entries: AuditEntry[];
  onlyOf: (person: string) => void;
  subject?: string;
}

function Days({ entries, ...visible }: DaysProps) {
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
              <Entry key={entry.id} entry={entry} {...visible} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

interface EntryProps extends Omit<DaysProps, 'entries'> {
  entry: AuditEntry;
}

function Entry({ entry, onlyOf, subject }: EntryProps) {
  const path = entry.subject_id && entry.subject_id !== subject ? pathOfSubject(entry.subject_id) : undefined;
  return (
    <li className="flex items-start gap-3 py-3 md:gap-4">
      <KindIcon type={entry.action.split('.')[0] ?? ''} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
          <AuditSentence entry={entry} to={path} />
        </p>
        <p className="figures text-sm text-ink-soft">
          <time dateTime={entry.at}>{clockTime(Date.parse(entry.at))}</time>
          {entry.client_address && <> from {entry.client_address}</>}
          {entry.detail && <span className="wrap-anywhere">, {auditDetail(entry)}</span>}
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
            <dt>Number</dt>
            <dd>{entry.number || '–'}</dd>
            <dt>Hash</dt>
            <dd>{entry.hash || '–'}</dd>
          </dl>
          {path && (
            <Link to={path} className="text-link mt-1 block min-h-6">
              Show this item’s history
            </Link>
          )}
          {entry.principal_id && (
            <button
              type="button"
              className="text-link mt-1 min-h-6 text-left wrap-anywhere"
              onClick={() => onlyOf(entry.principal_id)}
            >
              Show only actions by {entry.principal_name}
            </button>
          )}
        </Details>
      </div>
    </li>
  );
}
