import { clientNetwork } from '../../edge/client-network.js';

/**
 * The network that a consent is kept with, and that sign-ups are counted by: the /24 of an IPv4 client, the /64 of an IPv6
 * client. Enough to find a flood, and not an address of anybody.
 */
export function consentNetwork(address: string | undefined): string {
  const network = clientNetwork(address);
  const [, head] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network) ?? [];
  return head === undefined ? network : `${head}.0/24`;
}
