import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { auditKindNames, auditKinds, type AuditKind } from '@site/proto/audit/v1/audit-kinds';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download, ScrollText, SearchX } from 'lucide-react';
import { useId, type ReactNode } from 'react';
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
import { askedFor, isChosen, peopleQuery, useAuditChoice, type AuditChoice } from './audit-filter.js';
import { byDay } from './days.js';

const address = '/admin/main/audit';
const auditList = 'audit';

const auditQuery = (choice: AuditChoice) => {
  const asked = askedFor(choice);
  const key = new URLSearchParams(asked).toString();
  return pagedQuery<AuditEntry>(['admin', auditList, ...(key ? [key] : [])], address, asked);
};

/** /dashboard/audit: who did what, which, when and from where, newest first; its address says which of it is shown. */
export function Page() {
  const [choice, choose] = useAuditChoice();
  const { kind, ...others } = choice;
  return (
    <LogScreen
      title={strings.sidebarAudit}
      note="Who did what, when and from where, newest first. Nobody can change this list."
      name="audit log"
      query={auditQuery(choice)}
      Icon={isChosen(choice) ? SearchX : ScrollText}
      empty={emptyText(kind, isChosen(others))}
      tools={<Tools choice={choice} choose={choose} />}
    >
      {(entries) => <Days entries={entries} onlyOf={(person) => choose({ person })} />}
    </LogScreen>
  );
}

function emptyText(kind: AuditKind | undefined, isNarrowed: boolean): string {
  if (isNarrowed) return 'Nothing that matches has happened.';
  return kind
    ? 'Nothing of this kind has happened.'
    : 'Nothing has been done yet. Everything that admins and moderators do will be listed here.';
}

interface ToolsProps {
  choice: AuditChoice;
  choose: (change: AuditChoice) => void;
}

/** Chooses what is shown, and takes it along as a file. */
function Tools({ choice, choose }: ToolsProps) {
  const client = useQueryClient();
  const people = useQuery(peopleQuery);
  const { kind, person, from, to } = choice;
  const file = useMutation({
    networkMode: 'always',
    mutationFn: () => requestBlob(`${address}/export?${new URLSearchParams(askedFor(choice))}`),
    onSuccess: (lines) => {
      saveFile(lines, `audit-${dateOf(localTimeAt(Date.now(), stateTimeZone))}.jsonl`);
      // The export is an entry itself.
      void client.invalidateQueries({ queryKey: ['admin', auditList] });
    },
  });
  const colleagues = people.data ?? [];
  return (
    <div className="mb-6">
      <div role="group" aria-label="Filters" className="flex flex-wrap items-end gap-3">
        <Choice label="Kind of entries" value={kind ?? ''} onChoose={(value) => choose({ kind: value as AuditKind })}>
          <option value="">Everything</option>
          {auditKindNames.map((name) => (
            <option key={name} value={name}>
              {auditKinds[name].label}
            </option>
          ))}
        </Choice>
        <Choice label="Person" value={person ?? ''} onChoose={(value) => choose({ person: value })}>
          <option value="">Everybody</option>
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {/* Somebody who is gone is chosen from an entry. */}
          {person && !colleagues.some(({ id }) => id === person) && <option value={person}>The chosen person</option>}
        </Choice>
        <Day label="From" value={from} most={to} onChoose={(value) => choose({ from: value })} />
        <Day label="To" value={to} least={from} onChoose={(value) => choose({ to: value })} />
        {isChosen(choice) && (
          <Button
            tone="quiet"
            onClick={() => choose({ kind: undefined, person: undefined, from: undefined, to: undefined })}
          >
            Show everything
          </Button>
        )}
        <Button
          tone="secondary"
          className="sm:ml-auto"
          onClick={() => file.mutate()}
          busyLabel={file.isPending && 'Exporting…'}
        >
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

const filterLook = classNames(inputLook, 'h-11 rounded-full');

interface ChoiceProps {
  label: string;
  value: string;
  onChoose: (value: string) => void;
  children: ReactNode;
}

function Choice({ label, value, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <div className="w-full min-w-0 sm:w-60">
      <label htmlFor={id} className="block text-sm text-ink-soft">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className={classNames(filterLook, 'mt-1 text-ellipsis')}
      >
        {children}
      </select>
    </div>
  );
}

interface DayProps {
  label: string;
  /** "2026-11-20" */
  value: string | undefined;
  least?: string | undefined;
  most?: string | undefined;
  onChoose: (value: string) => void;
}

function Day({ label, value = '', least, most, onChoose }: DayProps) {
  const id = useId();
  return (
    <div className="min-w-0 flex-1 basis-32 sm:flex-none">
      <label htmlFor={id} className="block text-sm text-ink-soft">
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        min={least}
        max={most}
        onChange={({ target }) => onChoose(target.value)}
        className={classNames(filterLook, 'mt-1')}
      />
    </div>
  );
}

interface DaysProps {
  entries: AuditEntry[];
  /** Shows what this person did, and nothing else. */
  onlyOf: (person: string) => void;
}

function Days({ entries, onlyOf }: DaysProps) {
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
              <Entry key={entry.id} entry={entry} onlyOf={onlyOf} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Entry({ entry, onlyOf }: { entry: AuditEntry; onlyOf: DaysProps['onlyOf'] }) {
  return (
    <li className="flex items-start gap-3 py-3 md:gap-4">
      <KindIcon type={entry.action.split('.')[0] ?? ''} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">
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
          {entry.principal_id && (
            <button
              type="button"
              className="text-link mt-1 min-h-6 text-left wrap-anywhere"
              onClick={() => onlyOf(entry.principal_id)}
            >
              Show only what {entry.principal_name} did
            </button>
          )}
        </Details>
      </div>
    </li>
  );
}
