import { fullDate, fullDateTime } from '../../components/weather/times.js';
import { stateLooks, stateNames, type Subscriber } from './newsletter.js';

const frequencies: Record<Subscriber['frequency'], string> = { all: 'Every mail', weekly: 'One mail a week' };

interface SubscriberTableProps {
  subscribers: Subscriber[];
  labelledBy: string;
}

/** On narrow screens everything else stands under the address. */
export function SubscriberTable({ subscribers, labelledBy }: SubscriberTableProps) {
  return (
    <div className="card px-4 py-1 md:px-6">
      <table aria-labelledby={labelledBy} className="w-full">
        <thead>
          <tr className="text-left text-sm text-ink-soft">
            <th scope="col" className="py-2.5 font-medium">
              Email
            </th>
            <th scope="col" className="hidden py-2.5 pl-3 font-medium md:table-cell">
              State
            </th>
            <th scope="col" className="hidden py-2.5 pl-3 font-medium md:table-cell">
              How often
            </th>
            <th scope="col" className="hidden py-2.5 pl-3 font-medium md:table-cell">
              Signed up
            </th>
            <th scope="col" className="hidden py-2.5 pl-3 font-medium md:table-cell">
              Confirmed
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {subscribers.map(({ id, email, state, frequency, signed_up_at: signedUp, confirmed_at: confirmed }) => (
            <tr key={id}>
              <td className="py-2.5 align-top [overflow-wrap:anywhere]">
                {email}
                <span className="block text-sm text-ink-soft md:hidden">
                  <State state={state} />, {frequencies[frequency].toLowerCase()}, since{' '}
                  <Day at={confirmed ?? signedUp} />
                </span>
              </td>
              <td className="hidden py-2.5 pl-3 align-top md:table-cell">
                <State state={state} />
              </td>
              <td className="hidden py-2.5 pl-3 align-top md:table-cell">{frequencies[frequency]}</td>
              <td className="hidden py-2.5 pl-3 align-top whitespace-nowrap md:table-cell">
                <Day at={signedUp} />
              </td>
              <td className="hidden py-2.5 pl-3 align-top whitespace-nowrap md:table-cell">
                {confirmed ? <Day at={confirmed} /> : '–'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function State({ state }: Pick<Subscriber, 'state'>) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${stateLooks[state]}`} />
      {stateNames[state]}
    </span>
  );
}

function Day({ at }: { at: string }) {
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={fullDateTime(time)} className="figures">
      {fullDate(time)}
    </time>
  );
}
