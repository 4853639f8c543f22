import { isIPv4, isIPv6 } from 'node:net';

/** The first four groups of an IPv6 address, or the IPv4 address that it carries. */
function parseIpv6(address: string): { ipv4: string } | { prefix: string } {
  // The URL parser normalises every spelling of an address: lower case, no embedded dots, zeros left out.
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  if (groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff') {
    const bytes = groups.slice(6).flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 0xff]);
    return { ipv4: bytes.join('.') };
  }
  return { prefix: `${groups.slice(0, 4).join(':')}::/64` };
}

/**
 * What the limits take for one client: an IPv4 address, or the /64 that one IPv6 host owns.
 */
export function addressKeyOf(address: string): string {
  const bare = address.split('%')[0] ?? '';
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return 'unknown';
  const parsed = parseIpv6(bare);
  return 'ipv4' in parsed ? parsed.ipv4 : parsed.prefix;
}

/** What the limits take for one place: the /24 of an IPv4 address, or the /64 of an IPv6 one. */
export function networkOf(address: string): string {
  const key = addressKeyOf(address);
  return isIPv4(key) ? `${key.split('.').slice(0, 3).join('.')}.0/24` : key;
}
