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
  /(?:\b(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2} at )?\b(\d{1,2}?)(:?)(\d\d)?( ?)([AP]M) C([DS])T(?: THIS (?:MORNING|AFTERNOON|EVENING))?/g;

const utcOffset = { D: '-05:00', S: '-06:00' } as const;

/**
 * Returns an alert whose texts name the day and the hours of its resolved times: a demonstration in November must not
 * say "July 15". All times of a text are on the recording's day.
 */
export function withMovedTexts<Alert extends RecordedAlert>(alert: Alert, timeZone: string): Alert {
  const { properties } = alert;
  const recordedEnd = properties.parameters?.['eventEndingTime']?.[0] ?? '';
  const shiftMs = Date.parse(properties.ends ?? '') - Date.parse(recordedEnd);
  if (Number.isNaN(shiftMs)) return alert;
  const clock = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, timeZoneName: 'short', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  });

  function movedTime(found: string, hour: string, colon: string, minute = '00', space: string, half: string, zone: string) {
    const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
    const offset = utcOffset[zone as keyof typeof utcOffset];
    const recorded = `${recordedEnd.slice(0, 10)}T${String(hours).padStart(2, '0')}:${minute}:00${offset}`;
    const parts = Object.fromEntries(
      clock.formatToParts(Date.parse(recorded) + shiftMs).map(({ type, value }) => [type, value]),
    );
    const date = found.includes(' at ') ? `${parts['month']} ${parts['day']} at ` : '';
    return `${date}${parts['hour']}${colon}${parts['minute']}${space}${parts['dayPeriod']} ${parts['timeZoneName']}`;
  }

  const moved = <Text extends string | null | undefined>(text: Text) => text?.replace(clockTime, movedTime) ?? text;
  const { headline, description, instruction, parameters } = properties;
  return {
    ...alert,
    properties: {
      ...properties,
      ...{ headline: moved(headline), description: moved(description), instruction: moved(instruction) },
      parameters: { ...parameters, NWSheadline: parameters?.['NWSheadline']?.map(moved) },
    },
  };
}
