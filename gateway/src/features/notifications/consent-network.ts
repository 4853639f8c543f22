/**
 * The network stored with a consent, and the client key for rate limits. The network suffices to detect a flood without
 * identifying an address; the client key isn't stored.
 */
export { addressKeyOf as clientKey, networkOf as consentNetwork } from '@site/platform/base/ip-address';
