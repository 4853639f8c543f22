/**
 * Alerts that came by the weather service's own wire and are not confirmed by its list are known by their identifiers,
 * which are ours: "urn:nwws:KLZK.TO.W.0042.20261122T0012Z.3f9a0c71".
 */
const prefix = 'urn:nwws:';

/** Whether an alert's identifier says that it came by the wire. */
export const isFromWire = (alertId: string): boolean => alertId.startsWith(prefix);

/**
 * The identifier of a message of the wire: the same for every repetition of the same text.
 * @param name the event without the year, "KLZK.TO.W.0042"
 * @param sent when its product was issued, milliseconds since 1970 UTC
 * @param digest of the text
 */
export const wireId = (name: string, sent: number, digest: string): string =>
  `${prefix}${name}.${new Date(sent).toISOString().replace(/[-:]/g, '').slice(0, 13)}Z.${digest}`;
