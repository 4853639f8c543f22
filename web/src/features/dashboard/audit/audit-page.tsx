import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { auditKindNames, auditKinds, type AuditKind } from '@site/proto/audit/v1/audit-kinds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, ScrollText, SearchX } from 'lucide-react';
import { useId } from 'react';
import { useSearchParams } from 'react-router-dom';
import { requestBlob } from '../../../api/api.js';
import { Details } from '../../../dashboard-kit/details.js';
import { FailureText } from '../../../dashboard-kit/editor/delete-dialog.js';
import { AuditSentence } from '../../../domain/audit/audit-sentence.js';
import { auditDetail } from '../../../domain/audit/audit-words.js';
import { LogScreen } from '../../../dashboard-kit/list/log-screen.js';
import { pagedQuery } from '../../../dashboard-kit/list/paged-query.js';
import { KindIcon } from '../../../dashboard-kit/kind-icon.js';
import { useNow } from '../../../domain/time/clock.js';
import { clockTime, dateOf, localTimeAt, stateTimeZone } from '../../../domain/time/times.js';
import * as strings from '../../../strings.js';
import { Banner } from '../../../ui/banner.js';
import { Button } from '../../../ui/button.js';
import { classNames } from '../../../ui/class-names.js';
import { inputLook } from '../../../ui/forms/input-look.js';
import { saveFile } from '../../../ui/save-file.js';
import { byDay } from './days.js';

const address = '/admin/main/audit';
const auditList = 'audit';

const filterOf = (kind: AuditKind | undefined): Record<string, string> => (kind ? { kind } : {});
const auditQuery = (kind: AuditKind | undefined) =>
  pagedQuery<AuditEntry>(['admin', auditList, ...(kind ? [kind] : [])], address, filterOf(kind));

/** The kind of entries that is shown, kept in the address; undefined for all of them. */
function useKind(): [kind: AuditKind | undefined, setKind: (kind: AuditKind | undefined) => void] {
  const [search, setSearch] = useSearchParams();
  const kind = auditKindNames.find((name) => name === search.get('kind'));
  return [kind, (next) => setSearch(filterOf(next), { replace: true })];
}

/** /dashboard/audit: who did what, which, when and from where, newest first; `?kind=` shows one kind of entries. */
export function Page() {
  const [kind, setKind] = useKind();
  return (
    <LogScreen
      title={strings.sidebarAudit}
      note="Who did what, when and from where. Nobody can change this list."
      name="audit log"
      query={auditQuery(kind)}
      Icon={kind ? SearchX : ScrollText}
      empty={
        kind
          ? 'Nothing of this kind has happened.'
          : 'Nothing has been done yet. Everything that admins and moderators do will be listed here.'
      }
      tools={<Tools kind={kind} onKind={setKind} />}
    >
      {(entries) => <Days entries={entries} />}
    </LogScreen>
  );
}

/** Chooses what is shown, and takes it along as a file. */
function Tools({ kind, onKind }: { kind: AuditKind | undefined; onKind: (kind: AuditKind | undefined) => void }) {
  const kindId = useId();
  const client = useQueryClient();
  const file = useMutation({
    networkMode: 'always',
    mutationFn: () => requestBlob(`${address}/export?${new URLSearchParams(filterOf(kind))}`),
    onSuccess: (lines) => {
      saveFile(lines, `audit-${dateOf(localTimeAt(Date.now(), stateTimeZone))}.jsonl`);
      // The export is an entry itself.
      void client.invalidateQueries({ queryKey: ['admin', auditList] });
    },
  });
  return (
    <div className="mb-6">
      <div className="flex flex-wrap items-center gap-3">
        <label htmlFor={kindId} className="sr-only">
          Kind of entries
        </label>
        <select
          id={kindId}
          value={kind ?? ''}
          onChange={({ target }) => onKind(auditKindNames.find((name) => name === target.value))}
          className={classNames(inputLook, 'h-11 rounded-full sm:w-72')}
        >
          <option value="">Everything</option>
          {auditKindNames.map((name) => (
            <option key={name} value={name}>
              {auditKinds[name].label}
            </option>
          ))}
        </select>
        <Button tone="secondary" onClick={() => file.mutate()} busyLabel={file.isPending && 'Exporting…'}>
          <Download aria-hidden="true" size={18} />
          Export
        </Button>
      </div>
      {file.isError && (
        <Banner tone="error" className="mt-4">
          <FailureText text="The audit log could not be exported." error={file.error} />
        </Banner>
      )}
    </div>
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
        </Details>
      </div>
    </li>
  );
}
