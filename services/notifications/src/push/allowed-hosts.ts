import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Where pushes may go. An endpoint is whatever somebody's browser, or somebody who says to be one, has sent us: only known push
 * services over https, and only addresses of the public internet, whatever a name says today.
 */

/** @param hosts "fcm.googleapis.com", or "*.push.apple.com" for all below it; with a port only in tests */
export function isAllowedEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (endpoint.length > 1_000 || !URL.canParse(endpoint)) return false;
  const { protocol, host, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || username || password) return false;
  return hosts.some((allowed) => {
    if (allowed.startsWith('*.')) return port === '' && host.endsWith(allowed.slice(1));
    return host === allowed;
  });
}

/** Addresses that are not the public internet's (IANA's special-purpose registries, RFC 6890). */
const notPublic = new BlockList();
for (const [network, bits] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['169.254.0.0', 16],
  ] as const),
  ...([
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 4],
    ['240.0.0.0', 4],
  ] as const),
])
  notPublic.addSubnet(network, bits, 'ipv4');
/** What is reachable with IPv6 is in here; the rest is local, reserved, or carries an IPv4 address in it. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');

/** Whether an address, as text, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

/** `lookup` for connections: only gives public addresses, at the moment of connecting, so that a name cannot change after a check. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const open = addresses.filter(({ address }) => isPublicAddress(address));
    const [first] = open;
    if (!first)
      return callback(Object.assign(new Error(`${hostname} has no public address`), { code: 'ENOTPUBLIC' }), '', 0);
    if (options.all) return callback(null, open);
    return callback(null, first.address, first.family);
  });
};
