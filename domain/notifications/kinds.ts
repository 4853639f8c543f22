/**
 * What people choose from when they ask to be told: kinds of weather, and how dangerous it has to be. The form, the sender and
 * the figures take both from here.
 */

interface KindEntry {
  /** As the form and the page of a subscription call it. */
  label: string;
  /** VTEC phenomena (NWS Instruction 10-1703, appendix A). */
  phenomena: readonly string[];
  /** For alerts without VTEC: what their event is called. */
  events: RegExp;
}

/** Which kind an alert is of; the first that has its phenomenon, or its name, owns it. */
const kindEntries = {
  tornado: { label: 'Tornado', phenomena: ['TO'], events: /^tornado\b/i },
  severe_thunderstorm: { label: 'Severe thunderstorm', phenomena: ['SV'], events: /^severe (thunderstorm|weather)\b/i },
  flash_flood: { label: 'Flash flood', phenomena: ['FF'], events: /^flash flood\b/i },
  flood: { label: 'Flood', phenomena: ['FL', 'FA', 'HY'], events: /^(areal |river )?flood\b|\bhydrologic\b/i },
  winter: {
    label: 'Winter weather',
    phenomena: ['BZ', 'IS', 'WS', 'WW', 'SQ', 'LE', 'LB', 'BS', 'HS', 'SN', 'SB', 'ZR', 'IP', 'HP', 'UP'],
    events: /^(blizzard|ice storm|winter|snow|lake effect snow|blowing snow|heavy snow|freezing rain|sleet)\b/i,
  },
  wind: {
    label: 'High wind',
    // Dust rides on the wind; what a hurricane still is when it reaches us is wind, too.
    phenomena: ['EW', 'HW', 'WI', 'LW', 'DS', 'DU', 'HU', 'HI', 'TR', 'TI'],
    events:
      /^(extreme wind|high wind|wind (advisory|warning|watch)|lake wind|(blowing )?dust|hurricane|tropical storm)\b/i,
  },
  heat_cold: {
    label: 'Heat and cold',
    phenomena: ['HT', 'EH', 'XH', 'EC', 'CW', 'WC', 'FR', 'FZ', 'HZ'],
    events: /^(heat|(excessive|extreme) (heat|cold)|cold weather|wind chill|frost|(hard )?freeze)\b/i,
  },
  fire: { label: 'Fire weather', phenomena: ['FW'], events: /^(red flag|fire|extreme fire)\b/i },
  other: { label: 'Everything else', phenomena: [], events: /^/ },
} as const satisfies Record<string, KindEntry>;

export type WishKind = keyof typeof kindEntries;
export const wishKinds = Object.keys(kindEntries) as [WishKind, ...WishKind[]];

/** The kinds as a form lists them. */
export const wishKindChoices: readonly { kind: WishKind; label: string }[] = wishKinds.map((kind) => ({
  kind,
  label: kindEntries[kind].label,
}));

/** The kind whose label a page shows; unknown ones (of a newer installation) read as they are. */
export const kindLabel = (kind: string): string =>
  Object.hasOwn(kindEntries, kind) ? kindEntries[kind as WishKind].label : kind;

/**
 * The kind of an alert.
 * @param event "Tornado Warning"
 * @param vtecPhenomenon "TO"; where the alert has none, its name decides
 */
export function kindOf(event: string, vtecPhenomenon?: string): WishKind {
  const has = (kind: WishKind) => (kindEntries[kind].phenomena as readonly string[]).includes(vtecPhenomenon ?? '');
  return wishKinds.find(has) ?? wishKinds.find((kind) => kindEntries[kind].events.test(event.trim())) ?? 'other';
}

/** The VTEC phenomenon in an event's key ("KLZK.TO.W.0042.2026": "TO"); undefined for events without VTEC. */
export const phenomenonOf = (eventKey: string): string | undefined =>
  /^[A-Z]{4}\.([A-Z]{2})\.[A-Z]\.\d{4}\.\d{4}$/.exec(eventKey)?.[1];

/** How dangerous it has to be: what somebody who chose a level is told of, and whatever is more dangerous. */
export const wishLevels = [
  { level: 1, label: 'Everything, advisories and statements included' },
  { level: 2, label: 'Watches and warnings' },
  { level: 3, label: 'Warnings only' },
  { level: 4, label: 'Only the most dangerous: tornado warnings and emergencies' },
] as const;
export type WishLevel = (typeof wishLevels)[number]['level'];
