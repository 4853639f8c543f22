/**
 * Identifiers of alerts from the NWWS-OI feed that the list hasn't confirmed. We generate them:
 * "urn:nwws:KLZK.TO.W.0042.20261122T0012Z.3f9a0c71".
 */
const prefix = 'urn:nwws:';

/** Whether an alert's identifier marks it as received from the NWWS-OI feed. */
export const isFromWire = (alertId: string): boolean => alertId.startsWith(prefix);

/**
 * Returns the identifier of an NWWS-OI message: the same for every repetition of the same text.
 * @param name the event without the year, "KLZK.TO.W.0042"
 * @param sent when its product was issued, milliseconds since 1970 UTC
 * @param digest of the text
 */
export const wireId = (name: string, sent: number, digest: string): string =>
  `${prefix}${name}.${new Date(sent).toISOString().replace(/[-:]/g, '').slice(0, 13)}Z.${digest}`;
