/** Filters and export of the audit log. */
import type { Colleague } from '@site/proto/auth/v1/people.responses';
import type { AuditEntry } from '@site/proto/audit/v1/audit.responses';
import { auditKindNames, auditKinds, auditSubjectTypes, noPrincipalId, type AuditKind } from '@site/domain/audit-kinds';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { requestBlob } from '@/api/api.js';
import { Failure } from '@/dashboard-kit/action-dialog.js';
import { dateOf, localTimeAt, stateTimeZone } from '@/components/time/times.js';
import { Button } from '@/ui/button.js';
import { classNames } from '@/ui/class-names.js';
import { inputClassName } from '@/ui/forms/input-classes.js';
import { saveFile } from '@/ui/save-file.js';
import { address, toQueryParams, type AuditFilter, auditList, auditQuery, hasFilters, peopleQuery } from './audit.js';

export function Tools({ filter, setFilter }: { filter: AuditFilter; setFilter: (change: AuditFilter) => void }) {
  const { data: colleagues = [] } = useQuery(peopleQuery);
  const { data: entries = [] } = useInfiniteQuery(auditQuery(filter));
  const { kind, thing, person, from, to } = filter;
  const formerUsers = othersIn(entries, colleagues, person);
  return (
    <div className="mb-6 flex flex-wrap items-end gap-3">
      <div role="group" aria-label="Filters" className="flex flex-wrap items-end gap-3">
        <FilterSelect
          label="Category"
          value={kind ?? ''}
          onValueChange={(value) => setFilter({ kind: value as AuditKind })}
        >
          <option value="">All categories</option>
          {auditKindNames.map((name) => (
            <option key={name} value={name}>
              {auditKinds[name].label}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label="Item type" value={thing ?? ''} onValueChange={(value) => setFilter({ thing: value })}>
          <option value="">All types</option>
          {Object.entries(auditSubjectTypes).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </FilterSelect>
        <FilterSelect label="User" value={person ?? ''} onValueChange={(value) => setFilter({ person: value })}>
          <option value="">All users</option>
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {formerUsers.length > 0 && (
            <optgroup label="Without an account">
              {formerUsers.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </FilterSelect>
        <Day label="From" value={from} max={to} onValueChange={(value) => setFilter({ from: value })} />
        <Day label="To" value={to} min={from} onValueChange={(value) => setFilter({ to: value })} />
        {hasFilters(filter) && (
          <Button
            tone="quiet"
            onClick={() =>
              setFilter({ kind: undefined, thing: undefined, person: undefined, from: undefined, to: undefined })
            }
          >
            Show all entries
          </Button>
        )}
      </div>
      <Export filter={filter} />
    </div>
  );
}

/** Returns people in the entries or the filter who no longer have an account. */
function othersIn(entries: AuditEntry[], colleagues: Colleague[], selected: string | undefined): [string, string][] {
  const names = new Map(entries.map((entry) => [entry.principal_id, entry.principal_name]));
  if (selected && !names.has(selected)) names.set(selected, 'Selected user');
  // Entries without an account are named after their cause, such as visitors or retention.
  if (names.has(noPrincipalId)) names.set(noPrincipalId, 'No account (visitors, system)');
  for (const { id } of colleagues) names.delete(id);
  return [...names];
}

export function Export({ filter }: { filter: AuditFilter }) {
  const client = useQueryClient();
  const file = useMutation({
    mutationFn: () => requestBlob(`${address}/export?${new URLSearchParams(toQueryParams(filter))}`),
    onSuccess: (lines) => {
      saveFile(lines, `audit-${dateOf(localTimeAt(Date.now(), stateTimeZone))}.jsonl`);
      // The export itself is logged.
      void client.invalidateQueries({ queryKey: ['admin', auditList] });
    },
  });
  return (
    <>
      <Button
        tone="secondary"
        className="sm:ml-auto"
        onClick={() => file.mutate()}
        busyLabel={file.isPending && 'Exporting…'}
      >
        <Download aria-hidden="true" size={18} />
        Export
      </Button>
      <Failure text="We couldn’t export the audit log." error={file.error} className="basis-full" />
    </>
  );
}

const filterClassName = classNames(inputClassName, 'h-11 rounded-full');

interface FilterSelectProps {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  children: ReactNode;
}

function FilterSelect({ label, value, onValueChange, children }: FilterSelectProps) {
  const id = useId();
  return (
    <div className="w-full min-w-0 sm:w-60">
      <label htmlFor={id} className="block text-sm text-ink-soft">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
        className={classNames(filterClassName, 'mt-1 text-ellipsis')}
      >
        {children}
      </select>
    </div>
  );
}

interface DayProps {
  label: string;
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onValueChange: (value: string) => void;
}

function Day({ label, value = '', min, max, onValueChange }: DayProps) {
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
        min={min}
        max={max}
        onChange={({ target }) => onValueChange(target.value)}
        className={classNames(filterClassName, 'mt-1')}
      />
    </div>
  );
}
