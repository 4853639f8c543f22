/**
 * Restricts push endpoints, which anyone can send: only known push services over https, and only public addresses,
 * whatever a name resolves to.
 */
import { lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { parseIp } from '@site/platform/base/ip-address';

/**
 * Returns the entry of `hosts` that allows an endpoint, if any.
 * @param hosts "fcm.googleapis.com", or "*.push.apple.com" for its subdomains; with a port only in tests
 */
export function allowedHostOf(endpoint: string, hosts: readonly string[]): string | undefined {
  if (endpoint.length > 1_000 || !URL.canParse(endpoint)) return undefined;
  const { protocol, host, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || username || password) return undefined;
  return hosts.find((allowed) => {
    if (allowed.startsWith('*.')) return port === '' && host.endsWith(allowed.slice(1));
    return host === allowed;
  });
}

/** Special-purpose networks (IANA registries, RFC 6890), and tunnels to IPv4 (6to4, Teredo). */
const notPublic = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
]) {
  const [address = '', bits] = network.split('/');
  notPublic.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
}
/** All public IPv6. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/**
 * Returns whether an address is public. IPv4-mapped and NAT64 addresses count as their IPv4 address, so that pushes
 * work behind NAT64.
 */
export function isPublicAddress(address: string): boolean {
  const ip = parseIp(address);
  if (!ip) return false;
  if ('ipv4' in ip) return !notPublic.check(ip.ipv4, 'ipv4');
  return globalUnicast.check(ip.ipv6, 'ipv6') && !notPublic.check(ip.ipv6, 'ipv6');
}

/** Returns only public addresses. Runs on connecting, so a name can't change after the check (DNS rebinding). */
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
