/**
 * Our identifiers of alerts that only the NWWS-OI feed has reported: "urn:nwws:KLZK.TO.W.0042.20261122T0012Z.3f9a0c71".
 */
const prefix = 'urn:nwws:';

/** Returns whether the alert comes from the NWWS-OI feed and not from the list. */
export const isFromNwws = (alertId: string): boolean => alertId.startsWith(prefix);

/**
 * The same for every repetition of the text.
 * @param name the event without the year, "KLZK.TO.W.0042"
 * @param sent milliseconds since 1970 UTC
 * @param digest of the text
 */
export const nwwsId = (name: string, sent: number, digest: string): string =>
  `${prefix}${name}.${new Date(sent).toISOString().replace(/[-:]/g, '').slice(0, 13)}Z.${digest}`;
