import { redisAddress } from './redis-address.js';

it.each([
  ['redis://localhost', { kind: 'server', tls: false, nodes: [{ host: 'localhost', port: 6379 }] }],
  [
    'rediss://app:p%40ss@redis.example.org:6380/2',
    { kind: 'server', tls: true, username: 'app', password: 'p@ss', database: 2 },
  ],
  ['redis://:secret@[::1]:7000', { username: undefined, password: 'secret', nodes: [{ host: '::1', port: 7000 }] }],
  [
    'redis-cluster://app:x@a:7000,b',
    {
      kind: 'cluster',
      nodes: [
        { host: 'a', port: 7000 },
        { host: 'b', port: 6379 },
      ],
    },
  ],
  [
    'rediss-sentinel://a,b:7001/site',
    {
      kind: 'sentinel',
      tls: true,
      masterName: 'site',
      nodes: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 7001 },
      ],
    },
  ],
])('reads %s', (text, expected) => {
  expect(redisAddress(text)).toMatchObject(expected);
});

it.each([
  ['a server with two hosts', 'redis://a,b'],
  ['sentinels without the name of what they watch', 'redis-sentinel://a'],
  ['a cluster with a database', 'redis-cluster://a/1'],
  ['another scheme', 'http://a'],
  ['an impossible port', 'redis://a:70000'],
  ['a broken escape', 'redis://app:%zz@a'],
  ['nothing', 'redis://'],
])('refuses %s', (_what, text) => {
  expect(redisAddress(text)).toBeUndefined();
});
