/** Selects a forecast's hours from the current one on. */
import { hoursByTime } from '@site/domain/weather/hours-by-time';
import type { Hour } from '@site/proto/weather/v1/forecasts.responses';
import { HOURLY_SLOTS, HOURLY_STEP } from '@/constants/display-constants.js';
import { addHours, dateOf, hourLabel, hourOf, weekdayOf } from '../time/times.js';
import type { ForecastResponse } from '../time/forecast-clock.js';

export interface Slot {
  /** Local wall-clock time, "2026-11-20 15:00". */
  time: string;
  /** "3 PM". */
  label: string;
  /** "Sat" when the slot is on a later day than the first. */
  weekday: string | undefined;
  /** Absent without a forecast. */
  hour: Hour | undefined;
}

export interface HourAhead {
  /** Local wall-clock time, "2026-11-20 15:00". */
  time: string;
  /** Absent without a forecast. */
  hour: Hour | undefined;
}

/**
 * Returns consecutive hours from the current one, past midnight too.
 * @param localNow local wall-clock time at the place, such as "2026-11-20 15:07"
 */
export function hoursAhead(forecast: ForecastResponse['forecast'], localNow: string, count: number): HourAhead[] {
  const hours = hoursByTime(forecast);
  return Array.from({ length: count }, (_, index) => {
    const time = addHours(localNow, index);
    return { time, hour: hours.get(time.slice(0, 13)) };
  });
}

/** Returns eight slots, three hours apart, from the current hour, past midnight too. */
export function hourlySlots(forecast: ForecastResponse['forecast'], localNow: string): Slot[] {
  const hours = hoursByTime(forecast);
  return Array.from({ length: HOURLY_SLOTS }, (_, index) => {
    const time = addHours(localNow, index * HOURLY_STEP);
    return {
      time,
      label: hourLabel(hourOf(time)),
      weekday: dateOf(time) === dateOf(localNow) ? undefined : weekdayOf(dateOf(time)),
      hour: hours.get(time.slice(0, 13)),
    };
  });
}
