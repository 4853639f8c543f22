import { useLocalTime } from '../../../domain/time/forecast-clock.js';
import { DayStrip, stripHours } from '../../../domain/weather/day-strip.js';
import type { ForecastState } from '../../../domain/weather/forecast-age.js';
import { hoursAhead } from '../../../domain/weather/hours.js';
import { isKnown } from '../../../domain/weather/units/readings.js';
import { classNames } from '../../../ui/class-names.js';
import { Skeleton } from '../../../ui/skeleton.js';

/** Stays empty when unknown; the text beside the card says so. */
export function NextHoursCard({ forecast: { data, isPending } }: { forecast: ForecastState }) {
  const hours = hoursAhead(data?.forecast, useLocalTime(data), stripHours);
  const isEmpty = !hours.some(({ hour }) => isKnown(hour?.temp_f));
  if (isEmpty && !(isPending && !data)) return null;
  return (
    <section aria-labelledby="next-hours-heading" className={classNames('card p-5', isEmpty && 'needs-script')}>
      <h2 id="next-hours-heading" className="text-base">
        The next hours
      </h2>
      {isEmpty ? <Skeleton className="mt-2 h-36" /> : <DayStrip hours={hours} />}
    </section>
  );
}
