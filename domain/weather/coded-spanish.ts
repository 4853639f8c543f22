/** Coded values in Spanish, from fixed tables. Callers show unknown values in English. */

/** By badge (domain/weather/danger.ts). */
const badges: Readonly<Record<string, string>> = {
  'Tornado emergency': 'Emergencia de tornado',
  'Flash flood emergency': 'Emergencia de inundaciones repentinas',
  'Extreme wind': 'Viento extremo',
  'Particularly dangerous situation': 'Situación particularmente peligrosa',
  'Tornado on the ground': 'Tornado en tierra',
  Destructive: 'Destructiva',
  Catastrophic: 'Catastrófica',
  'Considerable damage threat': 'Amenaza de daños considerables',
};
/** CAP 1.2. */
const severities: Readonly<Record<string, string>> = {
  EXTREME: 'extrema',
  SEVERE: 'severa',
  MODERATE: 'moderada',
  MINOR: 'leve',
};
/** Tags of impact-based warnings: of a tornado, of a flash flood, and threats of damage. */
const tornadoes: Readonly<Record<string, string>> = {
  OBSERVED: 'observado',
  CONFIRMED: 'confirmado',
  'RADAR INDICATED': 'indicado por radar',
  POSSIBLE: 'posible',
};
const floods: Readonly<Record<string, string>> = {
  OBSERVED: 'observada',
  'RADAR INDICATED': 'indicada por radar',
  'RADAR AND GAUGE INDICATED': 'indicada por radar y pluviómetros',
};
const damages: Readonly<Record<string, string>> = {
  CONSIDERABLE: 'considerables',
  DESTRUCTIVE: 'destructivos',
  CATASTROPHIC: 'catastróficos',
};
/** The Storm Prediction Center's five levels, in its Spanish words since 2022. */
const risks: Readonly<Record<string, string>> = {
  TSTM: 'Tormentas eléctricas',
  MRGL: 'Riesgo mínimo (1 de 5)',
  SLGT: 'Riesgo bajo (2 de 5)',
  ENH: 'Riesgo moderado (3 de 5)',
  MDT: 'Riesgo alto (4 de 5)',
  HIGH: 'Riesgo extremo (5 de 5)',
};

const find = (table: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
const findCode = (table: Readonly<Record<string, string>>, code: string) => find(table, code.trim().toUpperCase());

export const spanishBadge = (badge: string): string | undefined => find(badges, badge);
export const spanishRisk = (label: string): string | undefined => find(risks, label);
export const spanishSeverity = (severity: string): string | undefined => findCode(severities, severity);
export const spanishTornado = (detection: string): string | undefined => findCode(tornadoes, detection);
export const spanishFlood = (detection: string): string | undefined => findCode(floods, detection);
export const spanishDamage = (threat: string): string | undefined => findCode(damages, threat);

/** Returns "condado de Pulaski" for "Pulaski County". */
export const spanishCounty = (name: string): string => `condado de ${name.replace(/ County$/, '')}`;

/** @param hour "6:45 PM" @returns "las 6:45 PM", "la 1 PM" */
export const spanishHour = (hour: string): string => `${/^1(:|\s)/.test(hour) ? 'la' : 'las'} ${hour}`;
