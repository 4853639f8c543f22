/** Tables of job queues and of the outbox. */
import type { Outbox, Queue } from '@site/proto/jobs/v1/jobs.responses';
import type { ReactNode } from 'react';
import { WideTable } from '@/dashboard-kit/wide-table.js';
import { durationText, numberText } from '@/ui/number-format.js';
import { Section } from '@/ui/page-section.js';
import { ShareBar } from '@/ui/share-bar.js';
import { formatJobName } from './jobs.js';

const kinds = [
  { name: 'Waiting', of: (queue: Queue) => queue.waiting, className: 'bg-sky' },
  { name: 'Active', of: (queue: Queue) => queue.active, className: 'bg-ozark' },
  { name: 'Delayed', of: (queue: Queue) => queue.delayed, className: 'bg-clay' },
  { name: 'Failed', of: (queue: Queue) => queue.failed, className: 'bg-danger' },
] as const;

const numberCell = 'figures py-2 pl-2 text-right align-top';

const alarmClassName = 'font-semibold text-danger';

export function QueueTable({ queues }: { queues: Queue[] }) {
  return (
    <TableCard title="Queues" isAvailable={queues.length > 0}>
      <thead>
        <tr className="text-sm text-ink-soft">
          <th scope="col" className="py-1 text-left font-medium">
            Queue
          </th>
          {kinds.map(({ name, className }) => (
            <th key={name} scope="col" className="py-1 pl-2 text-right font-medium whitespace-nowrap">
              <span aria-hidden="true" className={`mr-1.5 hidden size-2.5 rounded-full sm:inline-block ${className}`} />
              {name}
            </th>
          ))}
        </tr>
      </thead>
      {queues.map((queue) => (
        <tbody key={queue.name} className="border-t border-line">
          <tr>
            <th scope="row" className="pt-2.5 pr-2 text-left align-top font-medium">
              {formatJobName(queue.name)}
            </th>
            {kinds.map(({ name, of }) => (
              <td key={name} className={`${numberCell} ${name === 'Failed' && of(queue) > 0 ? alarmClassName : ''}`}>
                {numberText(of(queue))}
              </td>
            ))}
          </tr>
          <tr>
            <td colSpan={kinds.length + 1} className="pb-3 text-sm text-ink-soft">
              <ShareBar parts={kinds.map(({ name, of, className }) => ({ name, count: of(queue), className }))} thin />
              <span className="mt-1 block">{waitText(queue)}</span>
            </td>
          </tr>
        </tbody>
      ))}
    </TableCard>
  );
}

function waitText({ waiting, oldest_waiting_age_seconds: age }: Queue): string {
  if (waiting === 0) return 'Nothing is waiting';
  return age === null ? '' : `The oldest has waited ${durationText(age)}`;
}

const delayedAfterSeconds = 60;

export function OutboxTable({ outbox }: { outbox: Outbox[] }) {
  return (
    <TableCard
      title="Outbox"
      note="Recorded work on its way to a queue. The outbox should be empty within seconds."
      isAvailable={outbox.length > 0}
    >
      <thead>
        <tr className="text-sm text-ink-soft">
          <th scope="col" className="py-1 text-left font-medium">
            Service
          </th>
          <th scope="col" className="py-1 text-right font-medium">
            Pending
          </th>
          <th scope="col" className="py-1 pl-4 text-right font-medium">
            Oldest
          </th>
        </tr>
      </thead>
      <tbody>
        {outbox.map(({ service, unprocessed, oldest_age_seconds: age }) => {
          const isDelayed = unprocessed !== null && unprocessed > 0 && age !== null && age >= delayedAfterSeconds;
          return (
            <tr key={service} className={`border-t border-line ${isDelayed ? 'font-semibold text-danger' : ''}`}>
              <th scope="row" className="py-2.5 text-left font-medium">
                {formatJobName(service)}
              </th>
              <td className="figures py-2.5 text-right">{numberText(unprocessed)}</td>
              <td className="figures py-2.5 pl-4 text-right">
                {unprocessed && age !== null ? durationText(age) : '–'}
              </td>
            </tr>
          );
        })}
      </tbody>
    </TableCard>
  );
}

interface TableCardProps {
  title: string;
  note?: string;
  isAvailable: boolean;
  children: ReactNode;
}

function TableCard({ title, note, isAvailable, children }: TableCardProps) {
  return (
    <Section title={title} headingClassName="text-lg" className="card p-5 md:p-6">
      {note && <p className="mt-1 text-sm text-ink-soft">{note}</p>}
      {isAvailable ? (
        <WideTable label={title}>{children}</WideTable>
      ) : (
        <p className="mt-3 text-ink-soft">Not available right now.</p>
      )}
    </Section>
  );
}
