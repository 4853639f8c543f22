import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { alertEventQuery, type TimedEvent } from '../alerts/alert-event.js';
import { eventPath } from '../alerts/alert-path.js';
import { whenOf } from '../alerts/alert-period.js';
import { useClockReading } from '../time/clock.js';
import { sourceNow } from '../time/upstream-clock.js';

/** Shows the warning's current state, not that at the time of writing. */
export function WarningEmbed({ event: name }: { event: string }) {
  const { data } = useQuery(alertEventQuery(name));
  const clockReading = useClockReading();
  const alerts = data?.revisions.find((revision) => revision.alerts.length > 0)?.alerts ?? [];
  const areas = alerts.map((alert) => alert.areas).join('; ');
  return (
    <aside aria-label={data?.event ?? 'Weather warning'} className="card flex items-start gap-3 p-4 not-italic">
      <TriangleAlert aria-hidden="true" size={22} className="mt-0.5 shrink-0 text-ink-soft" />
      <div className="min-w-0">
        <Link to={eventPath(name)} className="text-link font-semibold">
          {data?.event ?? 'A weather warning'}
        </Link>
        {areas && <span className="line-clamp-2 text-ink-soft">{areas}</span>}
        <span className="block text-sm text-ink-soft">
          {data ? describeStatus(data, clockReading) : 'Open it to see its current status.'}
        </span>
      </div>
    </aside>
  );
}

/** Returns only what is certain; the warning's own page has the rest. */
function describeStatus(event: TimedEvent, clockReading: Parameters<typeof sourceNow>[1]): string {
  const now = sourceNow(event.timing, clockReading);
  const [alert] = event.revisions.find((revision) => revision.alerts.length > 0)?.alerts ?? [];
  if (event.ok === false || now === undefined) return 'Open it to see its current status.';
  if (!event.active) return 'This warning has ended.';
  return alert ? whenOf(alert, now) : 'Open it to see its current status.';
}
