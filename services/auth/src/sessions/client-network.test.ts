import { addressKeyOf, networkOf } from './client-network.js';

describe('where a client is', () => {
  it.each([
    ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
    ['::FFFF:cb00:714d', '203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::99', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64', '0:0:0:0::/64'],
    ['', 'unknown', 'unknown'],
    ['not an address', 'unknown', 'unknown'],
    ['1.2.3.4, 5.6.7.8', 'unknown', 'unknown'],
  ])('reads %s as the client %s of the network %s', (address, key, network) => {
    expect([addressKeyOf(address), networkOf(address)]).toEqual([key, network]);
  });
});
