/** Subscribers' preferences: kinds of weather, how dangerous it must be, and the language of messages. */

interface KindEntry {
  /** On the form and the preferences page. */
  label: string;
  /** NWS Instruction 10-1703, appendix A. */
  phenomena: readonly string[];
  /** Event names of alerts without VTEC. */
  events: RegExp;
}

/** An alert belongs to the first kind that matches its phenomenon or its name. */
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
    // Dust is carried by wind, and hurricanes that reach us have weakened to wind.
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
  other: { label: 'Other alerts', phenomena: [], events: /^/ },
} as const satisfies Record<string, KindEntry>;

export type NotificationKind = keyof typeof kindEntries;
export const notificationKinds = Object.keys(kindEntries) as [NotificationKind, ...NotificationKind[]];

/** In preferences: every kind, and those that are added later. */
export const allKinds = 'all';
export type PreferredKind = NotificationKind | typeof allKinds;
export const preferredKinds: readonly [PreferredKind, ...PreferredKind[]] = [allKinds, ...notificationKinds];

export const isNotificationKind = (kind: PreferredKind): kind is NotificationKind => kind !== allKinds;

/** Returns whether the preferences cover every present kind, by "all" or by listing them. */
export const isAllKinds = (kinds: readonly string[]): boolean =>
  kinds.includes(allKinds) || notificationKinds.every((kind) => kinds.includes(kind));

/**
 * Returns preferences as they are stored and sent: every kind as "all", with the present kinds beside it for clients and
 * replicas of earlier versions.
 */
export const expandAllKinds = <Kind extends string>(kinds: readonly Kind[]): (Kind | PreferredKind)[] =>
  isAllKinds(kinds) ? [allKinds, ...notificationKinds] : [...kinds];

/** In form order. */
export const notificationKindOptions: readonly { kind: NotificationKind; label: string }[] = notificationKinds.map(
  (kind) => ({
    kind,
    label: kindEntries[kind].label,
  }),
);

/** Shows an unknown kind (from a newer version) unchanged. */
export const kindLabel = (kind: string): string =>
  Object.hasOwn(kindEntries, kind) ? kindEntries[kind as NotificationKind].label : kind;

/** Returns labels for a list, one label if all kinds are chosen. */
export const kindLabels = (kinds: readonly string[]): string[] =>
  isAllKinds(kinds) ? ['All kinds of weather'] : kinds.map(kindLabel);

/**
 * @param event "Tornado Warning"
 * @param vtecPhenomenon "TO"; without it, the event's name decides
 */
export function kindOf(event: string, vtecPhenomenon?: string): NotificationKind {
  const has = (kind: NotificationKind) =>
    (kindEntries[kind].phenomena as readonly string[]).includes(vtecPhenomenon ?? '');
  return (
    notificationKinds.find(has) ??
    notificationKinds.find((kind) => kindEntries[kind].events.test(event.trim())) ??
    'other'
  );
}

/** Returns the VTEC phenomenon in an event's key ("KLZK.TO.W.0042.2026": "TO"), if it has one. */
export const phenomenonOf = (eventKey: string): string | undefined =>
  /^[A-Z]{4}\.([A-Z]{2})\.[A-Z]\.\d{4}\.\d{4}$/.exec(eventKey)?.[1];

/** A subscriber gets alerts of the chosen level and above. */
export const notificationLevels = [
  { level: 1, label: 'Everything, advisories and statements included' },
  { level: 2, label: 'Watches and warnings' },
  { level: 3, label: 'Warnings only' },
  { level: 4, label: 'Emergencies and tornado warnings only' },
] as const;
export type NotificationLevel = (typeof notificationLevels)[number]['level'];

/** Languages of messages, by their own names. */
export const messageLanguageNames = { en: 'English', es: 'Español' } as const;
export type MessageLanguage = keyof typeof messageLanguageNames;
export const messageLanguages = Object.keys(messageLanguageNames) as [MessageLanguage, ...MessageLanguage[]];

/** Returns English for subscriptions without a language. */
export const messageLanguage = (code: string | undefined): MessageLanguage => (code === 'es' ? 'es' : 'en');
