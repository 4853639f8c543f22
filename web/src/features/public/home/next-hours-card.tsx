import { Link } from 'react-router-dom';
import { useLocalTime } from '@/components/time/forecast-clock.js';
import { DayStrip, stripHours } from '@/components/weather/day-strip.js';
import type { ForecastState } from '@/components/weather/forecast-age.js';
import { hoursAhead } from '@/components/weather/hours.js';
import { isFiniteNumber } from '@/components/weather/units/readings.js';
import { classNames } from '@/ui/class-names.js';
import { Skeleton } from '@/ui/skeleton.js';

/** Stays empty when unknown; the text beside the card says so. */
export function NextHoursCard({ forecast: { data, isPending } }: { forecast: ForecastState }) {
  const hours = hoursAhead(data?.forecast, useLocalTime(data), stripHours);
  const isEmpty = !hours.some(({ hour }) => isFiniteNumber(hour?.temp_f));
  if (isEmpty && !(isPending && !data)) return null;
  return (
    <section aria-labelledby="next-hours-heading" className={classNames('card p-5', isEmpty && 'needs-script')}>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="next-hours-heading" className="text-base">
          The next hours
        </h2>
        <Link to="/hourly" className="-my-2 inline-flex min-h-9 items-center text-sm text-link">
          All 48 hours
        </Link>
      </div>
      {isEmpty ? <Skeleton className="mt-2 h-36" /> : <DayStrip hours={hours} />}
    </section>
  );
}
