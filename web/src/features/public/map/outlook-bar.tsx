/** The storm map's choice of the outlook's day, with its legend. */
import type { OutlookDay } from '@site/proto/weather/v1/outlook.responses';
import { useId } from 'react';
import { formatOutlookDay, isOutlookValid } from '@/components/storm/outlook.js';
import { UnknownAreas } from '@/components/storm/outlook-days.js';
import { StatusNote, SourceAge, StormPart, type StormState } from '@/components/storm/storm-section.js';
import type { Outlook } from '@site/proto/weather/v1/outlook.responses';
import { stateName } from '@site/regions/state';
import { alertTime } from '@/components/time/times.js';
import { classNames } from '@/ui/class-names.js';

interface OutlookBarProps {
  state: StormState<Outlook>;
  day: number;
  onDay: (day: number) => void;
}

export function OutlookBar({ state, day, onDay }: OutlookBarProps) {
  const name = useId();
  return (
    <StormPart
      state={state}
      failure="We can’t show the storm outlook right now."
      waitingLabel="Loading the storm outlook"
    >
      {({ days }, now) => {
        const selectedDay = days.find((each) => each.day === day);
        return (
          <div className="flex flex-col gap-3 text-sm">
            <fieldset>
              <legend className="sr-only">Outlook day</legend>
              <div className="flex flex-wrap gap-1">
                {days.map((each) => (
                  <label
                    key={each.day}
                    className={classNames(
                      'flex min-h-11 cursor-pointer items-center rounded-md px-4 font-semibold',
                      'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-sky',
                      each.day === day ? 'bg-sky-soft text-ink ring-1 ring-sky ring-inset' : 'text-ink-soft',
                    )}
                  >
                    <input
                      type="radio"
                      name={name}
                      checked={each.day === day}
                      onChange={() => onDay(each.day)}
                      className="sr-only"
                    />
                    {titleOf(each, now)}
                  </label>
                ))}
              </div>
            </fieldset>
            {selectedDay && <Legend day={selectedDay} now={now} />}
            {selectedDay && (
              <SourceAge source="Storm Prediction Center" data={selectedDay} hasFailed={state.isError} now={now} />
            )}
          </div>
        );
      }}
    </StormPart>
  );
}

/** Returns "Tonight" or similar, or "Day 2" when the outlook doesn't cover the current time. */
export function titleOf(day: OutlookDay, now: number): string {
  if (!isOutlookValid(day, now)) return `Day ${day.day}`;
  const dayText = formatOutlookDay(day, now);
  return dayText.charAt(0).toUpperCase() + dayText.slice(1);
}

function Legend({ day, now }: { day: OutlookDay; now: number }) {
  if (!isOutlookValid(day, now)) return <StatusNote>We don’t have this day’s outlook right now.</StatusNote>;
  const valid = `Issued ${alertTime(day.issued_at ?? '', now)}; valid ${alertTime(day.valid_from ?? '', now)}, to ${alertTime(day.valid_until ?? '', now)}.`;
  return (
    <>
      {day.areas.length > 0 ? (
        <ul aria-label="Outlook colors" className="flex flex-wrap gap-x-5 gap-y-2">
          {day.areas.map(({ label, text: dayText, fill, stroke }) => (
            <li key={label} className="flex items-center gap-2 font-medium">
              <svg aria-hidden="true" width="28" height="18" className="shrink-0">
                <rect x="1" y="1" width="26" height="16" rx="3" fill={fill} stroke={stroke} strokeWidth="2" />
              </svg>
              {dayText}
            </li>
          ))}
        </ul>
      ) : day.unknown_areas.length === 0 ? (
        <p className="font-medium">No thunderstorms forecast for {stateName} and surrounding areas.</p>
      ) : null}
      <UnknownAreas names={day.unknown_areas.map(({ name }) => name)} place={stateName} />
      <p className="figures text-ink-soft">{valid}</p>
    </>
  );
}
