/** The units for readings: those chosen on this device, else the site's. */
import { unitSystems, type UnitSystem } from '@site/domain/weather/unit-systems';
import { createContext, useContext } from 'react';
import * as strings from '@/strings/public-strings.js';
import { storedText } from '@/ui/stored-text.js';
import { isFiniteNumber, reading, type Reading } from './readings.js';

/** Statute mile, by definition. */
const kilometersPerMile = 1.609344;
/** By definition. */
const millimetresPerInch = 25.4;
/** In kilometers or miles; below this, visibility gets more precision: half a mile of fog isn't "1 mi". */
const fineBelow = 2;

/**
 * Formatters for one system of units; the examples are in the standard one. A reading in two units may break between
 * them, never within one.
 */
export interface Units {
  system: UnitSystem;
  /** "°F" or "°C". */
  temperatureUnit: string;
  /** For callers that add the unit themselves. */
  inDegrees: (fahrenheit: Reading) => Reading;
  /** "65 °F". */
  temperature: (fahrenheit: Reading) => string;
  /** "65°". */
  degrees: (fahrenheit: Reading) => string;
  /** "18 °C (65 °F)"; takes both because providers round each separately. */
  feelsLike: (celsius: Reading, fahrenheit: Reading) => string;
  /** "8 km/h (5 mph) S"; "Calm" when there is none. */
  wind: (kilometersPerHour: Reading, direction?: string | null) => string;
  /** "16 Km/h (10 mph)": the specification's label on the forecast page. */
  dayWind: (kilometersPerHour: Reading) => string;
  /** "16 km (10 mi)"; under 2 "0.4 km", and a fraction of a mile: "¼ mi", "1¾ mi". */
  distance: (kilometers: Reading) => string;
  /** "12 mm (0.47 in)". */
  rain: (millimetres: Reading) => string;
  /** "6.1 cm (2.4 in)". */
  snow: (centimetres: Reading) => string;
  /** "2.5 mm (0.1 in)": for ice, hundredths of an inch matter. */
  ice: (millimetres: Reading) => string;
}

const toCelsius = (fahrenheit: Reading) => (isFiniteNumber(fahrenheit) ? (fahrenheit - 32) / 1.8 : undefined);
const toFahrenheit = (celsius: Reading) => (isFiniteNumber(celsius) ? celsius * 1.8 + 32 : undefined);
export const toMiles = (kilometers: Reading): Reading =>
  isFiniteNumber(kilometers) ? kilometers / kilometersPerMile : undefined;
const toInches = (millimetres: Reading) => (isFiniteNumber(millimetres) ? millimetres / millimetresPerInch : undefined);

/** A value that would round to zero becomes "under" the last digit. */
function amount(value: Reading, unit: string, fractionDigits: number): string {
  const minValue = 10 ** -fractionDigits;
  return isFiniteNumber(value) && value > 0 && value < minValue / 2
    ? `under ${minValue}${unit}`
    : reading(value, unit, fractionDigits);
}

/** Uses quarter fractions under two miles, like the weather service. */
function miles(value: Reading): string {
  if (!isFiniteNumber(value) || value >= fineBelow) return reading(value, ' mi');
  const quarters = Math.round(value * 4);
  if (quarters <= 0) return 'under ¼ mi';
  return `${Math.floor(quarters / 4) || ''}${['', '¼', '½', '¾'][quarters % 4]} mi`;
}

const fineDigits = (value: Reading, below: number) => (isFiniteNumber(value) && value < below ? 1 : 0);

export const toKilometers = (miles: Reading): Reading =>
  isFiniteNumber(miles) ? miles * kilometersPerMile : undefined;

const noBreak = '\u00a0';
/** Lets "under 0.1 km" break only before its number. */
const unbroken = (text: string) => text.replace(/ (?=\S+$)/, noBreak);
/** "16 km (10 mi)". */
const formatBoth = (metric: string, us: string) =>
  metric === strings.noReading || us === strings.noReading ? metric : `${unbroken(metric)} (${unbroken(us)})`;

function unitsOf(system: UnitSystem): Units {
  const isMetric = system === 'metric';
  const temperatureUnit = isMetric ? '°C' : '°F';
  const inDegrees = (fahrenheit: Reading) => (isMetric ? toCelsius(fahrenheit) : fahrenheit);
  /** Units that Arkansans don't use: with the US unit beside them, or one of the two. */
  const write = (metric: string, us: string) =>
    ({ standard: () => formatBoth(metric, us), us: () => us, metric: () => metric })[system]();
  const speed = (kilometersPerHour: Reading, label: string) =>
    write(reading(kilometersPerHour, label), reading(toMiles(kilometersPerHour), ' mph'));
  // Light rain is a fraction of a millimeter.
  const depth = (millimetres: Reading) =>
    write(amount(millimetres, ' mm', fineDigits(millimetres, 10)), amount(toInches(millimetres), ' in', 2));
  return {
    system,
    temperatureUnit,
    inDegrees,
    temperature: (fahrenheit) => reading(inDegrees(fahrenheit), ` ${temperatureUnit}`),
    degrees: (fahrenheit) => reading(inDegrees(fahrenheit), '°'),
    feelsLike: (celsius, fahrenheit) =>
      write(reading(celsius ?? toCelsius(fahrenheit), ' °C'), reading(fahrenheit ?? toFahrenheit(celsius), ' °F')),
    wind: (kilometersPerHour, direction) => {
      const text = speed(kilometersPerHour, ' km/h');
      if (text === strings.noReading || !direction) return text;
      if (Math.round(kilometersPerHour ?? 0) === 0) return 'Calm';
      return `${text}${system === 'standard' ? noBreak : ' '}${direction}`;
    },
    dayWind: (kilometersPerHour) => speed(kilometersPerHour, ' Km/h'),
    distance: (kilometers) =>
      write(amount(kilometers, ' km', fineDigits(kilometers, fineBelow)), miles(toMiles(kilometers))),
    rain: depth,
    snow: (centimetres) =>
      write(
        amount(centimetres, ' cm', fineDigits(centimetres, 10)),
        amount(toInches(isFiniteNumber(centimetres) ? centimetres * 10 : undefined), ' in', 1),
      ),
    ice: depth,
  };
}

const all: Record<UnitSystem, Units> = { standard: unitsOf('standard'), us: unitsOf('us'), metric: unitsOf('metric') };

/** An older response may lack the site's default units. */
export const SiteUnits = createContext<UnitSystem | undefined>(undefined);

const stored = storedText('units');

export const setUnits = (system: UnitSystem) => stored.set(system);

/** Returns the units chosen on this device, else the site's, else US units. */
export function useUnits(): Units {
  const selected = stored.useText();
  const ofSite = useContext(SiteUnits);
  const systemOf = (name: string | null | undefined) => unitSystems.find((system) => system === name);
  return all[systemOf(selected) ?? systemOf(ofSite) ?? 'standard'];
}
