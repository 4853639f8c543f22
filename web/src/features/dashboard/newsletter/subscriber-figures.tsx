import type { Newsletter } from '@site/proto/submissions/v1/newsletter.answers';
import { numberText, shareText } from '../../../ui/figures.js';
import { ShareBar } from '../../../ui/share-bar.js';
import { states, subscriberStates } from './newsletter.js';

/** Subscribers per state, as a bar with a table. */
export function SubscriberFigures({ subscribers }: { subscribers: Newsletter['subscribers'] }) {
  const all = subscriberStates.reduce((sum, state) => sum + subscribers[state], 0);
  return (
    <section aria-labelledby="subscriber-figures" className="card p-5 md:p-6">
      <h2 id="subscriber-figures" className="text-lg">
        Subscribers by status
      </h2>
      <p className="mt-2 flex items-baseline gap-2">
        <span className="figures text-3xl font-bold">{numberText(subscribers.confirmed)}</span>
        <span className="text-ink-soft">{subscribers.confirmed === 1 ? 'gets' : 'get'} the newsletter</span>
      </p>
      <div className="mt-4">
        <ShareBar
          parts={subscriberStates.map((state) => ({
            name: state,
            count: subscribers[state],
            look: states[state].look,
          }))}
        />
      </div>
      <table aria-labelledby="subscriber-figures" className="mt-3 w-full">
        <thead className="sr-only">
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Addresses</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {subscriberStates.map((state) => (
            <tr key={state}>
              <th scope="row" className="py-2 text-left font-medium">
                <span className="flex items-baseline gap-2.5">
                  <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${states[state].look}`} />
                  <span>
                    {states[state].name}
                    <span className="block text-sm font-normal text-ink-soft">{states[state].explanation}</span>
                  </span>
                </span>
              </th>
              <td className="figures py-2 pl-3 text-right align-top font-semibold">{numberText(subscribers[state])}</td>
              <td className="figures w-16 py-2 text-right align-top text-ink-soft">
                {shareText(subscribers[state], all)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
