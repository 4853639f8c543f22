/**
 * IP addresses in the spellings of sockets, `X-Forwarded-For`, DNS and URLs, and the networks that limits count by.
 *
 * IPv4-mapped (`::ffff:0:0/96`, RFC 4291) and NAT64 (`64:ff9b::/96`, RFC 6052) addresses are treated as their IPv4 host
 * everywhere. 6to4 (`2002::/16`, RFC 3056) and Teredo (`2001::/32`, RFC 4380) addresses belong to IPv6 hosts behind an
 * IPv4 host. Limits count them by that IPv4 host, which otherwise could use 65,536 networks or would share one with all
 * users of its Teredo server. IPv4-compatible (`::/96`) and local NAT64 (`64:ff9b:1::/48`, RFC 8215) addresses are
 * never routed publicly and count as plain IPv6.
 */
import { isIPv4, isIPv6 } from 'node:net';

/** An IPv4 host, or an IPv6 host as full text and as its eight groups. */
export type IpAddress = { ipv4: string } | { ipv6: string; groups: readonly number[] };

const dotted = (high = 0, low = 0) => [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
const inHex = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');
const startsWith = (groups: readonly number[], ...prefix: number[]) =>
  prefix.every((group, index) => groups[index] === group);

/**
 * Parses an address in any spelling: upper case, expanded, with a zone id, in brackets, with a port; undefined for any
 * other text.
 */
export function parseIp(text: string): IpAddress | undefined {
  const bare = text
    .trim()
    .replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2')
    .replace(/%.*$/s, '');
  if (isIPv4(bare)) return { ipv4: bare };
  if (!isIPv6(bare)) return undefined;
  // The URL parser normalizes every spelling: no embedded dotted IPv4, at most one "::".
  const [head = '', tail = ''] = new URL(`http://[${bare}]/`).hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail].map((part) => (part ? part.split(':') : [])) as [string[], string[]];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  const groups = [...before, ...zeros, ...after].map((group) => parseInt(group, 16));
  const isIpv4 = startsWith(groups, 0, 0, 0, 0, 0, 0xffff) || startsWith(groups, 0x64, 0xff9b, 0, 0, 0, 0);
  return isIpv4 ? { ipv4: dotted(groups[6], groups[7]) } : { ipv6: inHex(groups), groups };
}

/** Returns the IPv4 host in front of an IPv6 host (6to4, Teredo). Teredo inverts its bits. */
function tunnelEnd(groups: readonly number[]): string | undefined {
  if (startsWith(groups, 0x2002)) return dotted(groups[1], groups[2]);
  if (startsWith(groups, 0x2001, 0)) return dotted(0xffff ^ groups[6]!, 0xffff ^ groups[7]!);
  return undefined;
}

/**
 * Returns the key that limits count as one client: an IPv4 address, or a /64, which a household or phone has to itself
 * (RFC 6177). "unknown" for a text that isn't an address.
 */
export function addressKeyOf(address: string | undefined): string {
  const ip = parseIp(address ?? '');
  if (!ip) return 'unknown';
  if ('ipv4' in ip) return ip.ipv4;
  return tunnelEnd(ip.groups) ?? `${inHex(ip.groups.slice(0, 4))}::/64`;
}

/** Returns the network that limits and records count as one place: an IPv4 /24 or an IPv6 /64. */
export function networkOf(address: string | undefined): string {
  const key = addressKeyOf(address);
  return isIPv4(key) ? `${key.split('.').slice(0, 3).join('.')}.0/24` : key;
}
