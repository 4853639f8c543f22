import {
  certainSteps,
  englishRain,
  rainSentence,
  rightStartsOfTen,
  type RainStep,
} from '@site/domain/weather/rain-sentence';
import type { NextHour } from '@site/proto/weather/v1/next-hour.responses';
import { classNames } from '@/ui/class-names.js';
import { useServerTime, type Timed } from '../storm/storm-query.js';
import { clockTimeIn, stateTimeZone } from '../time/times.js';

const maxFrameAgeMs = 15 * 60_000;
/** From here on, bars are paler. */
const sureConfidence = 0.5;

const bars: Record<RainStep['intensity'], string> = {
  unknown: 'h-0.5 bg-line',
  none: 'h-0.5 bg-line',
  light: 'h-3 bg-sky',
  moderate: 'h-6 bg-sky',
  heavy: 'h-10 bg-sky-strong',
};

const at = (timestamp: number) => clockTimeIn(timestamp, stateTimeZone);

/** A sentence and a bar per five minutes; nothing unless rain is falling or near. */
export function NextHourCard({ data, className }: { data: Timed<NextHour>; className: string }) {
  const now = useServerTime(data);
  const frameTime = Date.parse(data.frame_time ?? '');
  if (!(now - frameTime <= maxFrameAgeMs)) return null;
  const sentence = rainSentence(data.steps, now, englishRain, at);
  if (!sentence) return null;
  const steps = certainSteps(data.steps, now);
  return (
    <section aria-labelledby="next-hour-heading" className={classNames('card p-5', className)}>
      <h2 id="next-hour-heading" className="text-base">
        Rain in the next hour
      </h2>
      <p className="mt-0.5 text-lg font-semibold">{sentence}.</p>
      <div role="img" aria-label={describe(steps)} className="mt-3 flex h-10 items-end gap-1">
        {steps.map(({ time, intensity, confidence }) => (
          <span
            key={time}
            className={classNames('flex-1 rounded-sm', bars[intensity], confidence < sureConfidence && 'opacity-60')}
          />
        ))}
      </div>
      <p aria-hidden="true" className="figures mt-1 flex justify-between text-sm text-ink-soft">
        <span>{at(Date.parse(steps[0]?.time ?? ''))}</span>
        <span>{at(Date.parse(steps.at(-1)?.time ?? ''))}</span>
      </p>
      <p className="mt-2 text-sm text-ink-soft">
        Our estimate from NOAA radar of {at(frameTime)}, not a warning. It can’t tell rain from snow. In tests,{' '}
        {rightStartsOfTen} of 10 starts were right within 10 minutes.
      </p>
    </section>
  );
}

/** Returns "5:25 PM none, 5:40 PM light, 6:05 PM heavy": each change, for screen readers. */
function describe(steps: readonly RainStep[]): string {
  const changes = steps.filter(({ intensity }, index) => intensity !== steps[index - 1]?.intensity);
  return `Rain by time: ${changes.map(({ time, intensity }) => `${at(Date.parse(time))} ${intensity}`).join(', ')}`;
}
