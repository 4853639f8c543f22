import type { Current } from '@site/proto/weather/v1/forecasts.responses';
import * as strings from '@/strings/public-strings.js';
import type { CurrentWeather } from '../current-weather.js';

export interface DisplayedReading {
  label: string;
  value: string;
  note?: string | undefined;
  /** Sources list there what they never measure. */
  fields: readonly (keyof Current)[];
}

export interface MissingReadings {
  label: 'Not measured by this station' | 'Not in this forecast' | 'We can’t tell right now';
  /** "UV index, dew point". */
  names: string;
}

/**
 * Separates missing readings, so that they are listed once instead of shown as dashes. While nothing is known, keeps
 * all: the dashes reserve the space.
 */
export function missingReadings<Item extends DisplayedReading>(
  readings: readonly Item[],
  { current, from }: CurrentWeather,
): { available: readonly Item[]; missing: MissingReadings[] } {
  if (!current) return { available: readings, missing: [] };
  const available = readings.filter(({ value }) => value !== strings.noReading);
  const unknown = readings.filter(({ value }) => value === strings.noReading);
  // Older responses may lack the list.
  const never = new Set<string>((current as Partial<Current>).not_measured);
  const isNever = ({ fields }: Item) => fields.some((field) => never.has(field));
  const groupReadings = (label: MissingReadings['label'], some: Item[]) =>
    some.length > 0
      ? [{ label, names: some.map((one, index) => (index ? lowerFirst(one.label) : one.label)).join(', ') }]
      : [];
  return {
    available,
    missing: [
      ...groupReadings(
        from === 'observation' ? 'Not measured by this station' : 'Not in this forecast',
        unknown.filter(isNever),
      ),
      ...groupReadings(
        'We can’t tell right now',
        unknown.filter((one) => !isNever(one)),
      ),
    ],
  };
}

/** Leaves "UV index" unchanged. */
const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
