/**
 * Spanish names and sentences, each with its source. Nothing here is translated by a machine, and texts of ours stay
 * hidden until a reviewer signs (docs/spanish.md).
 */
import { siteName } from '@site/regions/state';

/** Where an entry comes from. */
const sources = {
  /** The events of emergency broadcasts, 47 CFR 11.31, with the Spanish names of NWS Instruction 10-1712. */
  official: '47 CFR 11.31, NWS Instruction 10-1712',
  /** The weather service's wireless emergency alert for the event, block es-US of its CAP message. */
  emergencyAlert: 'NWS wireless emergency alerts',
  /** Written by us. */
  site: siteName,
} as const;

interface Entry {
  /** As the weather service spells it. */
  english: string;
  spanish: string;
  source: (typeof sources)[keyof typeof sources];
  /** The person who checked it; null hides an entry of ours. */
  reviewed_by: string | null;
}

const official = (english: string, spanish: string): Entry => ({
  english,
  spanish,
  source: sources.official,
  reviewed_by: null,
});
const fromEmergencyAlert = (english: string, spanish: string): Entry => ({
  english,
  spanish,
  source: sources.emergencyAlert,
  reviewed_by: null,
});
const siteEntry = (english: string, spanish: string, reviewedBy: string | null = null): Entry => ({
  english,
  spanish,
  source: sources.site,
  reviewed_by: reviewedBy,
});

/** Names of events. */
export const eventNames: readonly Entry[] = [
  official('Tornado Warning', 'Aviso de tornado'),
  official('Tornado Watch', 'Vigilancia de tornado'),
  official('Severe Thunderstorm Warning', 'Aviso de tronada severa'),
  official('Severe Thunderstorm Watch', 'Vigilancia de tronada severa'),
  official('Severe Weather Statement', 'Advertencia de tiempo severo'),
  official('Special Weather Statement', 'Comunicado especial del estado del tiempo'),
  official('Flash Flood Warning', 'Aviso de inundaciones repentinas'),
  official('Flash Flood Watch', 'Vigilancia de inundaciones repentinas'),
  official('Flash Flood Statement', 'Comunicado de inundaciones repentinas'),
  official('Flood Warning', 'Aviso de inundación'),
  official('Flood Watch', 'Vigilancia de inundación'),
  official('Flood Statement', 'Advertencia de inundación'),
  official('High Wind Warning', 'Aviso de vientos fuertes'),
  official('High Wind Watch', 'Vigilancia de vientos fuertes'),
  official('Winter Storm Warning', 'Aviso de tormenta de nieve'),
  official('Winter Storm Watch', 'Vigilancia de tormenta de nieve'),
  official('Blizzard Warning', 'Aviso de ventisca'),
  official('Hurricane Warning', 'Aviso de huracán'),
  official('Hurricane Watch', 'Vigilancia de huracán'),
  official('Hurricane Statement', 'Comunicado de huracán'),
  official('Tropical Storm Warning', 'Aviso de tormenta tropical'),
  official('Tropical Storm Watch', 'Vigilancia de tormenta tropical'),
  official('Coastal Flood Warning', 'Aviso de inundaciones costeras'),
  official('Coastal Flood Watch', 'Vigilancia de inundaciones costeras'),
  official('Special Marine Warning', 'Aviso marítimo especial'),
  official('Tsunami Warning', 'Aviso de tsunami'),
  official('Tsunami Watch', 'Vigilancia de tsunami'),
  official('Avalanche Warning', 'Aviso de avalancha'),
  official('Avalanche Watch', 'Vigilancia de avalancha'),
  official('Volcano Warning', 'Aviso de actividad volcánica'),
  official('Earthquake Warning', 'Aviso de terremoto'),
  official('Evacuation Immediate', 'Evacuación inmediata'),
  // As the list of api.weather.gov spells it.
  official('Evacuation - Immediate', 'Evacuación inmediata'),
  official('Civil Emergency Message', 'Mensaje de emergencia civil'),
  official('Civil Danger Warning', 'Aviso de peligro civil'),
  official('Shelter In Place Warning', 'Aviso de refugio'),
  official('Fire Warning', 'Aviso de fuego'),
  official('Hazardous Materials Warning', 'Aviso de materiales peligrosos'),
  official('Law Enforcement Warning', 'Aviso de las autoridades de la ley'),
  official('Child Abduction Emergency', 'Emergencia de rapto de menores'),
  official('911 Telephone Outage', 'Interrupción telefónica 911'),
  official('911 Telephone Outage Emergency', 'Interrupción telefónica 911'),
  official('Nuclear Power Plant Warning', 'Aviso de riesgo nuclear'),
  official('Radiological Hazard Warning', 'Aviso de peligro radiológico'),
  official('Local Area Emergency', 'Emergencia de área local'),
  official('Administrative Message', 'Mensaje administrativo'),
  official('Required Weekly Test', 'Prueba semanal obligatoria'),
  official('Required Monthly Test', 'Prueba mensual obligatoria'),
];

/**
 * Events without an official Spanish name that we could read in a source. Pages show them in English. "Dust Storm
 * Warning" has one, but the copy we found is misspelled.
 */
export const untranslatedEvents: readonly string[] = [
  'Air Quality Alert',
  'Coastal Flood Statement',
  'Cold Weather Advisory',
  'Dense Fog Advisory',
  'Dense Smoke Advisory',
  'Dust Storm Warning',
  'Extreme Cold Warning',
  'Extreme Heat Warning',
  'Extreme Wind Warning',
  'Fire Weather Watch',
  'Flood Advisory',
  'Freeze Warning',
  'Frost Advisory',
  'Heat Advisory',
  'Heavy Freezing Spray Warning',
  'Hydrologic Outlook',
  'Ice Storm Warning',
  'Lake Wind Advisory',
  'Red Flag Warning',
  'Small Craft Advisory',
  'Wind Advisory',
  'Winter Weather Advisory',
];

/**
 * Strong lines beside official names: Spanish speakers hear "aviso" as weaker than "warning", and "alerta" as urgent
 * (survey in the Bulletin of the American Meteorological Society). The advice is the weather service's own, and right at
 * every level of its event; other events have no line.
 */
export const strongLines: readonly Entry[] = [
  fromEmergencyAlert('Tornado Warning', 'ALERTA: busque refugio ahora'),
  fromEmergencyAlert('Flash Flood Warning', 'ALERTA: evite áreas inundadas'),
];

/** What to do, by event. */
export const safetySentences: readonly Entry[] = [
  siteEntry('Tornado Warning', 'Busque refugio en un sótano o en un cuarto interior del piso más bajo.'),
  siteEntry('Severe Thunderstorm Warning', 'ALERTA: entre ahora en un edificio y aléjese de las ventanas.'),
  siteEntry('Flash Flood Warning', 'Suba ahora a un terreno más alto. No cruce agua a pie ni en vehículo.'),
  siteEntry('Flood Warning', 'ALERTA: aléjese del agua. No cruce calles inundadas.'),
];

const byEvent = (entries: readonly Entry[]) =>
  new Map(entries.map((entry) => [entry.english.toLowerCase(), entry] as const));
const names = byEvent(eventNames);
const lines = byEvent(strongLines);

/** "Tronada" is Puerto Rican; in Arkansas few know the word. */
const withPlainSpanish = (name: string) => (/\btronada\b/i.test(name) ? `${name} (tormenta eléctrica fuerte)` : name);

/** Returns the official Spanish name, with common words beside a regional one; undefined if there is none. */
export function spanishEventName(event: string): string | undefined {
  const entry = names.get(event.trim().toLowerCase());
  return entry && withPlainSpanish(entry.spanish);
}

/** Returns the strong line to show beside the name while the event is in effect, if any. */
export const spanishStrongLine = (event: string): string | undefined => lines.get(event.trim().toLowerCase())?.spanish;

/**
 * Returns our reviewed line for what to do; undefined while no reviewer has signed it.
 * @param sentences replaced in tests
 */
export function spanishSafetySentence(event: string, sentences = safetySentences): string | undefined {
  const entry = byEvent(sentences).get(event.trim().toLowerCase());
  return entry?.reviewed_by ? entry.spanish : undefined;
}
