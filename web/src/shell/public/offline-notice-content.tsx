/** Strip that says the connection is lost. */
import { useQuery } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { alertsQuery, alertState } from '@/components/alerts/alert-queries.js';
import { useClockReading } from '@/components/time/clock.js';
import { clockTime, minutesAgo } from '@/components/time/times.js';
import * as strings from '@/strings/public-strings.js';
import type { Line } from '@/ui/connectivity.js';

const reasons = { none: 'No connection.', unreachable: "We can't reach the site." };

export function OfflineMessage({ line }: { line: Exclude<Line, 'works'> }) {
  return (
    <div className="flex items-center justify-center gap-2 bg-alert-moderate px-4 py-1.5 text-center text-sm font-semibold text-on-alert-weak">
      <WifiOff aria-hidden="true" size={16} className="shrink-0" />
      <div>
        <p>{reasons[line]} This page shows older data. New warnings won't arrive.</p>
        <LastData />
      </div>
    </div>
  );
}

/** Polls the alerts, so it also detects when the site is back. */
function LastData() {
  const poll = useQuery(alertsQuery);
  const clockReading = useClockReading();
  const state = alertState(poll, clockReading);
  const isConfirmed = state.kind === 'none' || (state.kind === 'alerts' && state.confirmed);
  const lastDataAt = Date.parse(poll.data?.serverTime ?? '');
  if (isConfirmed && Number.isNaN(lastDataAt)) return null;
  return (
    <p>
      {!Number.isNaN(lastDataAt) && (
        <>
          Last data <time dateTime={new Date(lastDataAt).toISOString()}>{clockTime(lastDataAt)}</time>,{' '}
          {minutesAgo(lastDataAt, clockReading.wall).replace(/ ago$/, ' old')}.{' '}
        </>
      )}
      {!isConfirmed && <>{strings.alertStatusUnavailable}.</>}
    </p>
  );
}
