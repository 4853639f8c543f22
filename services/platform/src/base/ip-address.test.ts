import fc from 'fast-check';
import { addressKeyOf, networkOf, parseIp } from './ip-address.js';

describe('an address', () => {
  it.each<[string, string, string]>([
    ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
    ['203.0.113.77:4711', '203.0.113.77', '203.0.113.0/24'],
    [' 203.0.113.77 ', '203.0.113.77', '203.0.113.0/24'],
    // IPv4-mapped
    ['::ffff:102:304', '1.2.3.4', '1.2.3.0/24'],
    ['::FFFF:102:304', '1.2.3.4', '1.2.3.0/24'],
    ['0:0:0:0:0:ffff:0102:0304', '1.2.3.4', '1.2.3.0/24'],
    ['::ffff:1.2.3.4%eth0', '1.2.3.4', '1.2.3.0/24'],
    ['[::ffff:1.2.3.4]:443', '1.2.3.4', '1.2.3.0/24'],
    ['::ffff:0:0', '0.0.0.0', '0.0.0.0/24'],
    // NAT64
    ['64:ff9b::203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
    ['64:FF9B::CB00:714D', '203.0.113.77', '203.0.113.0/24'],
    ['0064:ff9b:0000:0000:0000:0000:cb00:714d', '203.0.113.77', '203.0.113.0/24'],
    // 6to4 and Teredo
    ['2002:cb00:714d::1', '203.0.113.77', '203.0.113.0/24'],
    ['2002:cb00:714d:ffff:1:2:3:4', '203.0.113.77', '203.0.113.0/24'],
    ['2001::4136:e378:8000:63bf:3fff:fdd2', '192.0.2.45', '192.0.2.0/24'],
    // Local NAT64, IPv4-compatible, and neighbors of the ranges above
    ['64:ff9b:1::cb00:714d', '64:ff9b:1:0::/64', '64:ff9b:1:0::/64'],
    ['64:ff9b:0:0:1::cb00:714d', '64:ff9b:0:0::/64', '64:ff9b:0:0::/64'],
    ['::203.0.113.77', '0:0:0:0::/64', '0:0:0:0::/64'],
    ['::1:ffff:cb00:714d', '0:0:0:0::/64', '0:0:0:0::/64'],
    ['2001:1::1', '2001:1:0:0::/64', '2001:1:0:0::/64'],
    // Plain IPv6
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::99', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['[2001:db8::1]:8443', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0:0::/64'],
    ['::', '0:0:0:0::/64', '0:0:0:0::/64'],
    ['1:2:3:4:5:6:7::', '1:2:3:4::/64', '1:2:3:4::/64'],
    ['::2:3:4:5:6:7:8', '0:2:3:4::/64', '0:2:3:4::/64'],
  ])('%j counts as the client %s in the network %s', (address, key, network) => {
    expect([addressKeyOf(address), networkOf(address)]).toEqual([key, network]);
  });

  it.each([
    '',
    'unknown',
    '1.2.3',
    '1.2.3.4.5',
    '0x7f.0.0.1',
    '1.2.3.256',
    '1::2::3',
    ':::1',
    '[1.2.3.4',
    'a, b',
    '::g',
  ])('%j is not an address', (text) =>
    expect([parseIp(text), addressKeyOf(text), networkOf(text)]).toEqual([undefined, 'unknown', 'unknown']),
  );

  it('is the same host in every spelling', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const hex = groups.map((each) => each.toString(16));
        const short = new URL(`http://[${hex.join(':')}]/`).hostname;
        const spellings = [
          hex.join(':'),
          hex.map((each) => each.padStart(4, '0').toUpperCase()).join(':'),
          short,
          `${short}:80`,
          `${short.slice(1, -1)}%en0`,
        ];
        for (const spelling of spellings) expect(parseIp(spelling)).toEqual(parseIp(hex.join(':')));
      }),
    );
  });
});
