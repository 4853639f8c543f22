/** Moves the clock times and dates in the texts of recorded alerts. */

export interface RecordedAlert {
  properties: {
    ends?: string | null;
    headline?: string | null;
    description?: string | null;
    instruction?: string | null;
    parameters?: Record<string, string[]>;
  };
}

/** "July 15 at 2:31PM CDT", "231 PM CDT", "5 PM CDT THIS AFTERNOON". */
const clockTime =
  /(?<date>(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2} at )?\b(?<hour>\d{1,2}?)(?<colon>:?)(?<minute>\d\d)?(?<space> ?)(?<half>[AP]M) (?<zone>(?:AK|[ACEHMP])[DS]T)(?: THIS (?:MORNING|AFTERNOON|EVENING))?/g;

/** Hours that standard time is behind UTC. */
const hoursBehind: Readonly<Record<string, number>> = { A: 4, E: 5, C: 6, M: 7, P: 8, AK: 9, H: 10 };

type ClockTime = Record<'hour' | 'colon' | 'space' | 'half' | 'zone', string> &
  Partial<Record<'date' | 'minute', string>>;

/**
 * Returns an alert whose texts name the day and the hours of its resolved times: a demonstration in November must not
 * say "July 15". All times of a text are on the recording's day.
 */
export function shiftAlertTimes<Alert extends RecordedAlert>(alert: Alert, timeZone: string): Alert {
  const { properties } = alert;
  const recordedEnd = properties.parameters?.['eventEndingTime']?.[0] ?? '';
  const shiftMs = Date.parse(properties.ends ?? '') - Date.parse(recordedEnd);
  if (Number.isNaN(shiftMs)) return alert;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'short',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });

  function movedTime({ date, hour, colon, minute = '00', space, half, zone }: ClockTime): string {
    const hours = String((Number(hour) % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0');
    const isDaylightTime = zone.endsWith('DT');
    const behind = (hoursBehind[zone.slice(0, -2)] ?? 0) - (isDaylightTime ? 1 : 0);
    const recorded = Date.parse(`${recordedEnd.slice(0, 10)}T${hours}:${minute}:00Z`) + behind * 3_600_000;
    const now = Object.fromEntries(clock.formatToParts(recorded + shiftMs).map(({ type, value }) => [type, value]));
    const time = `${now['hour']}${colon}${now['minute']}${space}${now['dayPeriod']} ${now['timeZoneName']}`;
    return date ? `${now['month']} ${now['day']} at ${time}` : time;
  }

  const moved = <Text extends string | null | undefined>(text: Text) =>
    text?.replace(clockTime, (...match: unknown[]) => movedTime(match.at(-1) as ClockTime)) ?? text;
  const { headline, description, instruction, parameters } = properties;
  return {
    ...alert,
    properties: {
      ...properties,
      headline: moved(headline),
      description: moved(description),
      instruction: moved(instruction),
      parameters: { ...parameters, NWSheadline: parameters?.['NWSheadline']?.map(moved) },
    },
  };
}
