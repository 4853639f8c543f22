/** The key that rate limits count as one client. */
export { addressKeyOf as clientNetwork } from '@site/platform/base/ip-address';
