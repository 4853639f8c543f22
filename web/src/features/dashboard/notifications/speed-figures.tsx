import type { Delivery } from '@site/proto/notifications/v1/deliveries.answers';
import { ExternalLink } from 'lucide-react';
import { Facts } from '../../../dashboard-kit/facts.js';
import { durationText, numberText, shareText } from '../../../ui/figures.js';
import { OutsideLink } from '../../../ui/outside-link.js';

/** A summary of the last day; the full figures are public. */
export function SpeedFigures({ delivery }: { delivery: Delivery }) {
  const day = delivery.periods.find(({ period }) => period === 'day');
  const messages = day ? day.accepted + day.late + day.gone + day.failed : 0;
  return (
    <section aria-labelledby="speed-figures" className="card p-5 md:p-6">
      <h2 id="speed-figures" className="text-lg">
        Last 24 hours
      </h2>
      {day && day.runs > 0 ? (
        <Facts
          className="mt-3 grid-cols-2 gap-y-3"
          facts={[
            ['Dispatches', numberText(day.runs)],
            ['Messages', numberText(messages)],
            ['Accepted', shareText(day.accepted, messages)],
            ['Late', numberText(day.late)],
            ['50% within', day.own_lag ? durationText(day.own_lag.p50) : '–'],
            ['99% within', day.own_lag ? durationText(day.own_lag.p99) : '–'],
          ]}
        />
      ) : (
        <p className="mt-3 text-ink-soft">Nothing needed to be sent.</p>
      )}
      <p className="mt-4">
        <OutsideLink href="/delivery" className="text-link inline-flex min-h-6 items-center gap-1.5">
          View the public page
          <ExternalLink aria-hidden="true" size={14} />
        </OutsideLink>
      </p>
    </section>
  );
}
