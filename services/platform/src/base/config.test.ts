import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { parseConfig, publicUrl, queueVariables, serverVariables } from './config.js';

const schema = z.object({ PUBLIC_URL: publicUrl });
const parse = (PUBLIC_URL?: string) => parseConfig(schema, { PUBLIC_URL }).PUBLIC_URL;

describe('PUBLIC_URL', () => {
  const before = process.env['NODE_ENV'];
  afterEach(() => void (process.env['NODE_ENV'] = before));

  it('loses its trailing slash, and defaults to the local address in development', () => {
    expect(parse('https://weather.lab.test/')).toBe('https://weather.lab.test');
    expect(parse('http://10.0.0.7:8080')).toBe('http://10.0.0.7:8080');
    expect(parse()).toBe('http://localhost:8080');
  });

  it.each([
    'weather.lab.test',
    'localhost:8080',
    'ftp://weather.lab.test',
    'https:weather.lab.test',
    '//weather.lab.test',
  ])('must be absolute: %s', (url) =>
    expect(() => parse(url)).toThrow(/^Configuration is wrong\. PUBLIC_URL: must be an absolute address/),
  );

  it.each(['https://weather.lab.test/site', 'https://weather.lab.test?a', 'https://user@weather.lab.test'])(
    'must have no path, query or user: %s',
    (url) => expect(() => parse(url)).toThrow('PUBLIC_URL: must have no path, query or user'),
  );

  describe('in production', () => {
    beforeEach(() => void (process.env['NODE_ENV'] = 'production'));

    it('is required', () => expect(() => parse()).toThrow('PUBLIC_URL: is missing'));

    it('must use https', () =>
      expect(() => parse('http://weather.lab.test')).toThrow('PUBLIC_URL: must start with https://'));

    it.each([
      'https://weather.example.org',
      'https://example.com',
      'https://weather.example',
      'https://localhost:8080',
      'https://127.0.0.1',
      'https://[::1]',
    ])('must not be an example: %s', (url) => expect(() => parse(url)).toThrow("must be the site's own address"));

    it.each([
      'https://weather.lab.test',
      'https://example.city.gov',
      'https://xn--mnchen-3ya.net',
      'https://203.0.113.4',
    ])('accepts %s', (url) => expect(parse(url)).toBe(url));
  });
});

describe('REDIS_URL', () => {
  const read = (REDIS_URL: string) => parseConfig(z.object(queueVariables), { REDIS_URL }).REDIS_URL;

  it.each([
    'redis://localhost',
    'rediss://app:p%40ss@redis.example.org:6380/2',
    'redis://:secret@[::1]:7000',
    'redis://user:pass@my_redis:6379',
  ])('accepts %s', (url) => expect(read(url)).toBe(url));

  it.each(['redis://a,b', 'redis-sentinel://a/site', 'redis-cluster://a', 'http://a', 'redis://a:70000', 'redis://'])(
    'refuses %s',
    (url) => expect(() => read(url)).toThrow('REDIS_URL: must be redis://'),
  );
});

describe('addresses to listen on', () => {
  const tls = { TLS_CERT_FILE: 'a', TLS_KEY_FILE: 'a', TLS_CA_FILE: 'a' };
  const read = (environment: Record<string, string>) =>
    parseConfig(z.object(serverVariables), { ...tls, ...environment });

  it(':: accepts IPv4 connections with and without IPv6 on this machine', async () => {
    const { METRICS_HOST, GRPC_LISTEN } = read({ METRICS_HOST: '::', GRPC_LISTEN: '[::]:50051' });
    expect(GRPC_LISTEN).toBe(METRICS_HOST === '::' ? '[::]:50051' : '0.0.0.0:50051');
    const server = createServer((_request, response) => response.end('reached')).listen(0, METRICS_HOST);
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('reached');
    server.close();
  });

  it('others stay as they are', () => {
    const given = { METRICS_HOST: '127.0.0.1', GRPC_LISTEN: '[fd00::1]:50051' };
    expect(read(given)).toMatchObject(given);
  });
});
