/**
 * The network that a consent is kept with, and that sign-ups are counted by. Enough to find a flood, and not an address of
 * anybody.
 */
export { networkOf as consentNetwork } from '@site/platform/base/ip-address';
