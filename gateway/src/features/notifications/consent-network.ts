/**
 * The network that a consent is kept with, and the client that its message is limited by. The network is enough to find a flood,
 * and is no one's address; the client isn't kept.
 */
export { addressKeyOf as clientKey, networkOf as consentNetwork } from '@site/platform/base/ip-address';
