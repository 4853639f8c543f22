import { BlockList, isIPv6 } from 'node:net';

/** Which neighbours may say who the client is; `X-Forwarded-For` from anybody else is ignored. */
export function trustedProxies(ranges: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    const family = isIPv6(network) ? 'ipv6' : 'ipv4';
    trusted.addSubnet(network, bits === undefined ? (family === 'ipv6' ? 128 : 32) : Number(bits), family);
  }
  return (address) => {
    if (!address) return false;
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return trusted.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
