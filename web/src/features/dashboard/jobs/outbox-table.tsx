import type { Outbox } from '@site/proto/jobs/v1/jobs.answers';
import { durationText, numberText } from '../../../ui/figures.js';
import { inWords } from './jobs.js';

/** Work that has been waiting longer than this is late. */
const lateAfterSeconds = 60;

/** Work that each service has recorded and nobody has started. */
export function OutboxTable({ outbox }: { outbox: Outbox[] }) {
  return (
    <section aria-labelledby="outbox-heading" className="card p-5 md:p-6">
      <h2 id="outbox-heading" className="text-lg">
        Outbox
      </h2>
      <p className="mt-1 text-sm text-ink-soft">
        Work that is safely recorded and on its way to its queue. The outbox should be empty within seconds.
      </p>
      {outbox.length === 0 ? (
        <p className="mt-3 text-ink-soft">Not known at the moment.</p>
      ) : (
        <table aria-labelledby="outbox-heading" className="mt-3 w-full">
          <thead>
            <tr className="text-sm text-ink-soft">
              <th scope="col" className="py-1 text-left font-medium">
                Service
              </th>
              <th scope="col" className="py-1 text-right font-medium">
                Not done yet
              </th>
              <th scope="col" className="py-1 pl-4 text-right font-medium">
                Oldest
              </th>
            </tr>
          </thead>
          <tbody>
            {outbox.map(({ service, unprocessed, oldest_age_seconds: age }) => {
              const late = unprocessed !== null && unprocessed > 0 && age !== null && age >= lateAfterSeconds;
              return (
                <tr key={service} className={`border-t border-line ${late ? 'font-semibold text-danger' : ''}`}>
                  <th scope="row" className="py-2.5 text-left font-medium">
                    {inWords(service)}
                  </th>
                  <td className="figures py-2.5 text-right">{numberText(unprocessed)}</td>
                  <td className="figures py-2.5 pl-4 text-right">
                    {unprocessed && age !== null ? durationText(age) : '–'}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
  );
}
