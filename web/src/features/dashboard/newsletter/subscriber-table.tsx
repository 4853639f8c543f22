import type { Subscriber } from '@site/proto/submissions/v1/newsletter.answers';
import { MailX } from 'lucide-react';
import { IconButton } from '../../../ui/button.js';
import { fullDate, fullDateTime } from '../../../domain/time/times.js';
import * as strings from '../../../strings.js';
import { states } from './newsletter.js';

const frequencies: Record<Subscriber['frequency'], string> = { all: 'Every email', weekly: 'One email a week' };

interface SubscriberTableProps {
  subscribers: Subscriber[];
  labelledBy: string;
  /** Records a spam complaint. */
  onComplaint: (subscriber: Subscriber) => void;
}

/** Subscribers as a table; on narrow screens, all columns stack below the address. */
export function SubscriberTable({ subscribers, labelledBy, onComplaint }: SubscriberTableProps) {
  return (
    <div className="card px-4 py-1 md:px-6">
      <table aria-labelledby={labelledBy} className="w-full">
        <thead>
          <tr className="text-left text-sm text-ink-soft">
            <th scope="col" className="py-2.5 font-medium">
              Email
            </th>
            {['Status', 'Frequency', 'Signed up', 'Confirmed'].map((column) => (
              <th key={column} scope="col" className="hidden py-2.5 pl-3 font-medium md:table-cell">
                {column}
              </th>
            ))}
            <th scope="col" className="py-2.5 pl-3">
              <span className="sr-only">{strings.complaint}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line border-t border-line">
          {subscribers.map((subscriber) => (
            <Row key={subscriber.id} subscriber={subscriber} onComplaint={() => onComplaint(subscriber)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ subscriber, onComplaint }: { subscriber: Subscriber; onComplaint: () => void }) {
  const { email, state, frequency, signed_up_at: signedUp, confirmed_at: confirmed } = subscriber;
  return (
    <tr>
      <td className="py-2.5 [overflow-wrap:anywhere]">
        {email}
        <span className="block text-sm text-ink-soft md:hidden">
          <State state={state} />, {frequencies[frequency].toLowerCase()}, since <Day at={confirmed ?? signedUp} />
        </span>
      </td>
      <td className="hidden py-2.5 pl-3 md:table-cell">
        <State state={state} />
      </td>
      <td className="hidden py-2.5 pl-3 md:table-cell">{frequencies[frequency]}</td>
      <td className="hidden py-2.5 pl-3 whitespace-nowrap md:table-cell">
        <Day at={signedUp} />
      </td>
      <td className="hidden py-2.5 pl-3 whitespace-nowrap md:table-cell">{confirmed ? <Day at={confirmed} /> : '–'}</td>
      <td className="w-11 py-0.5 pl-3 text-right">
        {state !== 'complained' && (
          <IconButton
            label={`${strings.complaint}: ${email}`}
            title={strings.complaintQuestion}
            aria-haspopup="dialog"
            onClick={onComplaint}
          >
            <MailX aria-hidden="true" size={18} />
          </IconButton>
        )}
      </td>
    </tr>
  );
}

function State({ state }: Pick<Subscriber, 'state'>) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${states[state].look}`} />
      {states[state].name}
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
