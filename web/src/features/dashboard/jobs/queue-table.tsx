import type { Queue } from '@site/proto/jobs/v1/jobs.answers';
import { durationText, numberText } from '../../../ui/figures.js';
import { ShareBar } from '../../../ui/share-bar.js';
import { inWords } from './jobs.js';

const kinds = [
  { name: 'Waiting', of: (queue: Queue) => queue.waiting, look: 'bg-sky' },
  { name: 'Active', of: (queue: Queue) => queue.active, look: 'bg-ozark' },
  { name: 'Delayed', of: (queue: Queue) => queue.delayed, look: 'bg-clay' },
  { name: 'Failed', of: (queue: Queue) => queue.failed, look: 'bg-danger' },
] as const;

const numberCell = 'figures py-2 pl-2 text-right align-top';

/** How much is in each queue, in figures and as a bar. */
export function QueueTable({ queues }: { queues: Queue[] }) {
  return (
    <section aria-labelledby="queues-heading" className="card p-5 md:p-6">
      <h2 id="queues-heading" className="text-lg">
        Queues
      </h2>
      {queues.length === 0 ? (
        <p className="mt-3 text-ink-soft">Not known at the moment.</p>
      ) : (
        <table aria-labelledby="queues-heading" className="mt-3 w-full">
          <thead>
            <tr className="text-sm text-ink-soft">
              <th scope="col" className="py-1 text-left font-medium">
                Queue
              </th>
              {kinds.map(({ name, look }) => (
                <th key={name} scope="col" className="py-1 pl-2 text-right font-medium whitespace-nowrap">
                  <span aria-hidden="true" className={`mr-1.5 hidden size-2.5 rounded-full sm:inline-block ${look}`} />
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {queues.map((queue) => (
            <tbody key={queue.name} className="border-t border-line">
              <tr>
                <th scope="row" className="pt-2.5 pr-2 text-left align-top font-medium">
                  {inWords(queue.name)}
                </th>
                {kinds.map(({ name, of }) => (
                  <td key={name} className={`${numberCell} ${name === 'Failed' && of(queue) > 0 ? alarmLook : ''}`}>
                    {numberText(of(queue))}
                  </td>
                ))}
              </tr>
              <tr>
                <td colSpan={kinds.length + 1} className="pb-3 text-sm text-ink-soft">
                  <ShareBar parts={kinds.map(({ name, of, look }) => ({ name, count: of(queue), look }))} thin />
                  <span className="mt-1 block">{waitText(queue)}</span>
                </td>
              </tr>
            </tbody>
          ))}
        </table>
      )}
    </section>
  );
}

const alarmLook = 'font-semibold text-danger';

function waitText({ waiting, oldest_waiting_age_seconds: age }: Queue): string {
  if (waiting === 0) return 'Nothing is waiting';
  return age === null ? '' : `The oldest waits ${durationText(age)}`;
}
