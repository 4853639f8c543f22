import type { Current } from '@site/proto/weather/v1/forecasts.answers';
import * as strings from '../../../strings.js';
import type { CurrentWeather } from '../current-weather.js';

/** One of the readings of now, as it is shown. */
export interface ShownReading {
  label: string;
  value: string;
  note?: string | undefined;
  /** The fields that it is from: a source names there what it never has. */
  fields: readonly (keyof Current)[];
}

/** Readings that there are not, said once. */
export interface MissingReadings {
  label: 'Not measured by this station' | 'Not in this forecast' | 'Not known right now';
  /** "UV index, dew point". */
  names: string;
}

/**
 * Tells the readings that are known from those that are not, so that the latter can be said once instead of being shown as
 * dashes. While nothing is known at all, everything stays: the dashes hold the places.
 */
export function missingReadings<Shown extends ShownReading>(
  readings: readonly Shown[],
  { current, from }: CurrentWeather,
): { known: readonly Shown[]; missing: MissingReadings[] } {
  if (!current) return { known: readings, missing: [] };
  const known = readings.filter(({ value }) => value !== strings.noReading);
  const unknown = readings.filter(({ value }) => value === strings.noReading);
  // An older answer may be without the list.
  const never = new Set<string>((current as Partial<Current>).not_measured);
  const isNever = ({ fields }: Shown) => fields.some((field) => never.has(field));
  const saidOnce = (label: MissingReadings['label'], some: Shown[]) =>
    some.length > 0
      ? [{ label, names: some.map((one, index) => (index ? lowerFirst(one.label) : one.label)).join(', ') }]
      : [];
  return {
    known,
    missing: [
      ...saidOnce(
        from === 'observation' ? 'Not measured by this station' : 'Not in this forecast',
        unknown.filter(isNever),
      ),
      ...saidOnce(
        'Not known right now',
        unknown.filter((one) => !isNever(one)),
      ),
    ],
  };
}

/** "UV index" stays as it is. */
const lowerFirst = (text: string) => text.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
