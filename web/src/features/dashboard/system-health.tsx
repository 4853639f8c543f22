import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { countText, durationText, serviceName, type Overview } from './overview.js';

/** Older than this, what waits in the queue is not merely on its way. */
const lateAfterSeconds = 60;

/** Which parts of the site answer, and whether the queue keeps up. */
export function SystemHealth({ services, outbox }: Pick<Overview, 'services' | 'outbox'>) {
  return (
    <section aria-labelledby="health-heading" className="card p-5 md:p-6">
      <h2 id="health-heading" className="text-lg">
        Services
      </h2>
      <ul className="mt-3 divide-y divide-line">
        {Object.entries(services).map(([name, state]) => (
          <li key={name} className="flex min-h-12 items-center justify-between gap-4">
            <span className="font-medium">{serviceName(name)}</span>
            <Condition good={state === 'up'}>{state === 'up' ? 'Up' : 'Down'}</Condition>
          </li>
        ))}
        <li className="flex min-h-12 items-center justify-between gap-4">
          <span className="font-medium">Queue</span>
          <QueueCondition outbox={outbox} />
        </li>
      </ul>
    </section>
  );
}

function QueueCondition({ outbox: { unprocessed, oldest_age_seconds: age } }: Pick<Overview, 'outbox'>) {
  if (unprocessed === null || age === null) return <span className="text-ink-soft">Not known at the moment</span>;
  if (unprocessed === 0) return <Condition good>Nothing waits</Condition>;
  return (
    <Condition good={age < lateAfterSeconds}>
      {countText(unprocessed)} waiting, oldest {durationText(age)}
    </Condition>
  );
}

function Condition({ good, children }: { good: boolean; children: ReactNode }) {
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <span className={`figures inline-flex items-center gap-2 text-right ${good ? '' : 'font-semibold text-danger'}`}>
      <Icon aria-hidden="true" size={18} className={good ? 'shrink-0 text-ozark' : 'shrink-0'} />
      {children}
    </span>
  );
}
