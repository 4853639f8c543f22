/** The key that rate limits count by. */
export { addressKeyOf as clientNetwork } from '@site/platform/base/ip-address';
