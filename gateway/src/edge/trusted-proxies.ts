import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { parseIp } from '@site/platform/base/ip-address';

/** Excludes ranges of all addresses, and IPv4 in IPv6 form. */
function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0 || (family === 6 && /[.%]/.test(address))) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32));
}

/**
 * Parses a file of ranges, one per line, with "#" comments, by the same rules as nginx (web/nginx/settings.envsh).
 * @throws Error with the file and line number
 */
export function rangesInFile(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new Error(`${path} cannot be read`);
  }
  const ranges = text.split('\n').flatMap((line, index) => {
    const range = line.replace(/#.*/, '').trim();
    // Not quoted: another file's content must not end up in a log.
    if (range && !isRange(range)) throw new Error(`${path}, line ${index + 1}: not an address range`);
    return range ? [range] : [];
  });
  if (ranges.length === 0) throw new Error(`${path} contains no address range`);
  return ranges;
}

/** Returns whether an address may set `X-Forwarded-For`. */
export function trustedProxies(ranges: readonly string[]): (address: string | undefined) => boolean {
  // Separate, because a BlockList also matches IPv4 addresses in IPv6 ranges that contain their mapped form (::/1).
  const trusted = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    trusted[family].addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (address) => {
    const ip = parseIp(address ?? '');
    if (!ip) return false;
    if ('ipv4' in ip) return trusted.ipv4.check(ip.ipv4, 'ipv4');
    return trusted.ipv6.check(ip.ipv6, 'ipv6');
  };
}

/** Returns the first address from the right that isn't a trusted proxy's, like Express's `request.ip`. */
export function clientAddress(
  { headers, socket }: IncomingMessage,
  trusts: (address: string | undefined) => boolean,
): string | undefined {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim());
  const addresses = [socket.remoteAddress, ...forwarded.filter(Boolean).reverse()];
  return addresses.find((address) => !trusts(address)) ?? addresses.at(-1);
}
