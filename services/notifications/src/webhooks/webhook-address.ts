/** Which addresses a webhook may have. */
import { isIP } from 'node:net';
import { isPublicAddress } from '../push/allowed-hosts.js';

/** Names that are only meaningful within a network. */
const localName =
  /^[^.]*$|\.(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|example)$/;

/**
 * Returns whether a URL may be called, as far as its text shows: https, no user, no private address. Resolved addresses
 * are checked on connecting (`publicLookup`).
 */
export function isPublicHttps({ protocol, hostname, username, password }: URL): boolean {
  if (protocol !== 'https:' || username || password) return false;
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) === 0 ? !localName.test(literal.replace(/\.$/, '')) : isPublicAddress(literal);
}
