/** Steps between the inbox's messages, by button or key. */
import type { ContactMessage } from '@site/proto/submissions/v1/contact.responses';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { Failure } from '@/dashboard-kit/action-dialog.js';
import { Ago } from '@/dashboard-kit/facts.js';
import { IconButton } from '@/ui/button.js';
import { cutCharacters } from '@/ui/truncate.js';
import { inputClassName } from '@/ui/forms/input-classes.js';
import { assigneesQuery, assignMessage, sameSenderQuery } from './messages.js';

/** Neighbors in the list; absent at its ends. */
export interface Steps {
  previous?: (() => void) | undefined;
  next?: (() => void) | undefined;
}

const inField = (target: EventTarget) =>
  target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select') !== null;

/** J and K go to the next and previous message; while writing, with Alt. */
export function onStepKey(event: KeyboardEvent<HTMLElement>, { previous, next }: Steps) {
  if (event.ctrlKey || event.metaKey || (inField(event.target) && !event.altKey)) return;
  // With Alt, a Mac types another character.
  const step = { KeyJ: next, KeyK: previous }[event.code];
  if (!step) return;
  event.preventDefault();
  step();
}

export function StepButtons({ previous, next }: Steps) {
  return (
    <span className="mr-auto flex">
      <IconButton label="Previous message" aria-keyshortcuts="K Alt+K" title="Previous (K)" {...pressing(previous)}>
        <ChevronLeft aria-hidden="true" size={22} />
      </IconButton>
      <IconButton label="Next message" aria-keyshortcuts="J Alt+J" title="Next (J)" {...pressing(next)}>
        <ChevronRight aria-hidden="true" size={22} />
      </IconButton>
    </span>
  );
}

const pressing = (step: (() => void) | undefined) => ({ 'aria-disabled': step ? undefined : true, onClick: step });

interface AssigneeBoxProps {
  message: ContactMessage;
  onChanged: (message: ContactMessage) => void;
}

export function AssigneeBox({ message, onChanged }: AssigneeBoxProps) {
  const id = useId();
  const assignees = useQuery(assigneesQuery);
  const assigning = useMutation({
    mutationFn: (assignee: string | null) => assignMessage(message, assignee),
    onSuccess: onChanged,
  });
  const { assigned_to: current, assigned_to_name: name } = message;
  const listed = assignees.data ?? [];
  return (
    <div className="mt-5">
      <label htmlFor={id} className="block text-sm text-ink-soft">
        Assigned to
      </label>
      <select
        id={id}
        value={(assigning.isPending ? assigning.variables : current) ?? ''}
        disabled={assigning.isPending}
        onChange={({ target: { value } }) => assigning.mutate(value || null)}
        className={`${inputClassName} mt-1 h-11 sm:max-w-72`}
      >
        <option value="">Nobody</option>
        {current && !listed.some((one) => one.id === current) && <option value={current}>{name}</option>}
        {listed.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      <Failure
        text="We couldn’t save the assignment. Try again."
        error={assigning.error ?? assignees.error}
        className="mt-2"
      />
    </div>
  );
}

interface SameSenderProps {
  message: ContactMessage;
  onOpen: (message: ContactMessage) => void;
}

export function SameSender({ message, onOpen }: SameSenderProps): ReactNode {
  const { data: others = [] } = useQuery(sameSenderQuery(message));
  if (others.length === 0) return null;
  return (
    <section aria-label="Other messages from this address" className="mt-6">
      <h3 className="font-semibold">Other messages from this address</h3>
      <ul className="mt-2 divide-y divide-line">
        {others.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              onClick={() => onOpen(one)}
              className="block min-h-11 w-full rounded-sm py-2 text-left hover:bg-surface-raised"
            >
              <span className="block text-sm text-ink-soft">
                <Ago at={one.created_at} className="inline-block first-letter:uppercase" />,{' '}
                {one.state === 'handled' ? `handled by ${one.handled_by_name ?? 'someone'}` : 'new'}
              </span>
              <span className="wrap-anywhere">{cutCharacters(one.feedback, 120)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
