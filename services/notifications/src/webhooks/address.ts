import { isIP } from 'node:net';
import { isPublicAddress } from '../push/allowed-hosts.js';

/** Names that only mean something within a network. */
const localName =
  /^[^.]*$|\.(localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|example)$/;

/**
 * Whether an address may be called, as far as its text tells: https, no user, no private address. What its name stands for is
 * looked at when it is connected to (`publicLookup`).
 */
export function isPublicHttps({ protocol, hostname, username, password }: URL): boolean {
  if (protocol !== 'https:' || username || password) return false;
  const literal = hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) === 0 ? !localName.test(literal.replace(/\.$/, '')) : isPublicAddress(literal);
}
