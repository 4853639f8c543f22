export { addressKeyOf, networkOf } from '@site/platform/base/ip-address';
