import * as strings from '../../../strings.js';
import { storedText } from '../../../ui/stored-text.js';
import { isKnown, reading, type Reading } from './readings.js';

/**
 * The units that readings are written in, as chosen on this device. Until somebody chooses, they are the specification's:
 * °F with km/h and km, and the felt temperature in °C with °F in brackets.
 */
export type UnitSystem = 'mixed' | 'us' | 'metric';

/** A statute mile, by definition. */
const kilometresPerMile = 1.609344;
/** By definition. */
const millimetresPerInch = 25.4;
/** Below this many kilometres or miles a visibility is written more finely: half a mile of fog is no "1 mi". */
const fineBelow = 2;

/** How readings are written in one system of units. */
export interface Units {
  system: UnitSystem;
  /** "°F" or "°C". */
  temperatureUnit: string;
  /** The number of degrees, for those who write the unit themselves. */
  inDegrees: (fahrenheit: Reading) => Reading;
  /** "65 °F". */
  temperature: (fahrenheit: Reading) => string;
  /** "65°". */
  degrees: (fahrenheit: Reading) => string;
  /** "18 °C (65 °F)"; both are asked for because providers give both, each rounded by itself. */
  feelsLike: (celsius: Reading, fahrenheit: Reading) => string;
  /** "8 km/h S"; "Calm" when there is none. */
  wind: (kilometresPerHour: Reading, direction?: string | null) => string;
  /** "16 Km/h": the specification's label on the forecast page. */
  dayWind: (kilometresPerHour: Reading) => string;
  /** "16 km"; under 2 "0.4 km", or as a fraction of a mile: "¼ mi", "1¾ mi". */
  distance: (kilometres: Reading) => string;
  /** "12 mm". */
  rain: (millimetres: Reading) => string;
  /** "6.1 cm", or "2.4 in". */
  snow: (centimetres: Reading) => string;
  /** "2.5 mm", or "0.1 in": of what freezes on, hundredths of an inch count. */
  ice: (millimetres: Reading) => string;
}

const toCelsius = (fahrenheit: Reading) => (isKnown(fahrenheit) ? (fahrenheit - 32) / 1.8 : undefined);
const toFahrenheit = (celsius: Reading) => (isKnown(celsius) ? celsius * 1.8 + 32 : undefined);
/** Kilometres as miles. */
export const toMiles = (kilometres: Reading): Reading =>
  isKnown(kilometres) ? kilometres / kilometresPerMile : undefined;
const toInches = (millimetres: Reading) => (isKnown(millimetres) ? millimetres / millimetresPerInch : undefined);

/** Rounds; something that would round to nothing is said to be less than the last digit. */
function amount(value: Reading, unit: string, fractionDigits: number): string {
  const least = 10 ** -fractionDigits;
  return isKnown(value) && value > 0 && value < least / 2
    ? `under ${least}${unit}`
    : reading(value, unit, fractionDigits);
}

/** As the weather service writes it: a fraction in quarters under two miles. */
function miles(value: Reading): string {
  if (!isKnown(value) || value >= fineBelow) return reading(value, ' mi');
  const quarters = Math.round(value * 4);
  if (quarters <= 0) return 'under ¼ mi';
  return `${Math.floor(quarters / 4) || ''}${['', '¼', '½', '¾'][quarters % 4]} mi`;
}

const fineDigits = (value: Reading, below: number) => (isKnown(value) && value < below ? 1 : 0);

/** Miles per hour as kilometres per hour. */
export const toKilometres = (miles: Reading): Reading => (isKnown(miles) ? miles * kilometresPerMile : undefined);

function unitsOf(system: UnitSystem): Units {
  const isUs = system === 'us';
  const isMetric = system === 'metric';
  const temperatureUnit = isMetric ? '°C' : '°F';
  const inDegrees = (fahrenheit: Reading) => (isMetric ? toCelsius(fahrenheit) : fahrenheit);
  const speed = (kilometresPerHour: Reading, label: string) =>
    isUs ? reading(toMiles(kilometresPerHour), ' mph') : reading(kilometresPerHour, label);
  const depth = (millimetres: Reading, inchDigits: number) =>
    isUs ? amount(toInches(millimetres), ' in', inchDigits) : amount(millimetres, ' mm', fineDigits(millimetres, 10));
  return {
    system,
    temperatureUnit,
    inDegrees,
    temperature: (fahrenheit) => reading(inDegrees(fahrenheit), ` ${temperatureUnit}`),
    degrees: (fahrenheit) => reading(inDegrees(fahrenheit), '°'),
    feelsLike: (celsius, fahrenheit) => {
      const inFahrenheit = reading(fahrenheit ?? toFahrenheit(celsius), ' °F');
      if (isUs) return inFahrenheit;
      const inCelsius = reading(celsius ?? toCelsius(fahrenheit), ' °C');
      return isMetric || inCelsius === strings.noReading ? inCelsius : `${inCelsius} (${inFahrenheit})`;
    },
    wind: (kilometresPerHour, direction) => {
      const text = speed(kilometresPerHour, ' km/h');
      if (text === strings.noReading || !direction) return text;
      return Math.round(kilometresPerHour ?? 0) === 0 ? 'Calm' : `${text} ${direction}`;
    },
    dayWind: (kilometresPerHour) => speed(kilometresPerHour, ' Km/h'),
    distance: (kilometres) =>
      isUs ? miles(toMiles(kilometres)) : amount(kilometres, ' km', fineDigits(kilometres, fineBelow)),
    // A light rain is a fraction of a millimetre: rounded to whole ones it would read as none.
    rain: (millimetres) => depth(millimetres, 2),
    snow: (centimetres) =>
      isUs
        ? amount(toInches(isKnown(centimetres) ? centimetres * 10 : undefined), ' in', 1)
        : amount(centimetres, ' cm', fineDigits(centimetres, 10)),
    ice: (millimetres) => depth(millimetres, 2),
  };
}

const all: Record<UnitSystem, Units> = { mixed: unitsOf('mixed'), us: unitsOf('us'), metric: unitsOf('metric') };

const stored = storedText('units');

/** Shows every reading in these units from now on, on this device. */
export const chooseUnits = (system: UnitSystem) => stored.keep(system === 'mixed' ? null : system);

/** The units that readings are to be written in. */
export function useUnits(): Units {
  const system = stored.useText();
  return all[system === 'us' || system === 'metric' ? system : 'mixed'];
}
