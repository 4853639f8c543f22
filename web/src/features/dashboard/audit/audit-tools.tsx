/** Filters and export of the audit log. */
import type { Colleague } from '@site/proto/auth/v1/people.answers';
import type { AuditEntry } from '@site/proto/audit/v1/audit.answers';
import { auditKindNames, auditKinds, auditThings, nobody, type AuditKind } from '@site/domain/audit-kinds';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { requestBlob } from '../../../api/api.js';
import { Failure } from '../../../dashboard-kit/actions.js';
import { dateOf, localTimeAt, stateTimeZone } from '../../../domain/time/times.js';
import { Button } from '../../../ui/button.js';
import { classNames } from '../../../ui/class-names.js';
import { inputLook } from '../../../ui/forms/input-look.js';
import { saveFile } from '../../../ui/save-file.js';
import { address, askedFor, type AuditChoice, auditList, auditQuery, isChosen, peopleQuery } from './audit.js';

export function Tools({ choice, choose }: { choice: AuditChoice; choose: (change: AuditChoice) => void }) {
  const { data: colleagues = [] } = useQuery(peopleQuery);
  const { data: entries = [] } = useInfiniteQuery(auditQuery(choice));
  const { kind, thing, person, from, to } = choice;
  const gone = othersIn(entries, colleagues, person);
  return (
    <div className="mb-6 flex flex-wrap items-end gap-3">
      <div role="group" aria-label="Filters" className="flex flex-wrap items-end gap-3">
        <Choice label="Category" value={kind ?? ''} onChoose={(value) => choose({ kind: value as AuditKind })}>
          <option value="">All categories</option>
          {auditKindNames.map((name) => (
            <option key={name} value={name}>
              {auditKinds[name].label}
            </option>
          ))}
        </Choice>
        <Choice label="Item type" value={thing ?? ''} onChoose={(value) => choose({ thing: value })}>
          <option value="">All types</option>
          {Object.entries(auditThings).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Choice>
        <Choice label="User" value={person ?? ''} onChoose={(value) => choose({ person: value })}>
          <option value="">All users</option>
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          {gone.length > 0 && (
            <optgroup label="Without an account">
              {gone.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          )}
        </Choice>
        <Day label="From" value={from} most={to} onChoose={(value) => choose({ from: value })} />
        <Day label="To" value={to} least={from} onChoose={(value) => choose({ to: value })} />
        {isChosen(choice) && (
          <Button
            tone="quiet"
            onClick={() =>
              choose({ kind: undefined, thing: undefined, person: undefined, from: undefined, to: undefined })
            }
          >
            Show all entries
          </Button>
        )}
      </div>
      <Export choice={choice} />
    </div>
  );
}

/** Returns people in the entries or the filter who no longer have an account. */
function othersIn(entries: AuditEntry[], colleagues: Colleague[], chosen: string | undefined): [string, string][] {
  const names = new Map(entries.map((entry) => [entry.principal_id, entry.principal_name]));
  if (chosen && !names.has(chosen)) names.set(chosen, 'Selected user');
  // Entries without an account are named after their cause, such as visitors or retention.
  if (names.has(nobody)) names.set(nobody, 'No account (visitors, system)');
  for (const { id } of colleagues) names.delete(id);
  return [...names];
}

export function Export({ choice }: { choice: AuditChoice }) {
  const client = useQueryClient();
  const file = useMutation({
    mutationFn: () => requestBlob(`${address}/export?${new URLSearchParams(askedFor(choice))}`),
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
